"""agent-si: a MemoryProvider for Hermes Agent. `register(ctx)` is the whole of it.

The provider is imported only when the host asks for it, so that importing this package
needs nothing of Hermes and does nothing.
"""


def register(ctx):
    """Hand the host one provider (`ctx.register_memory_provider` is on 0.19 and 0.22)."""
    from .provider import AgentSiProvider

    ctx.register_memory_provider(AgentSiProvider())
