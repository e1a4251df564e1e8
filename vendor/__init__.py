r"""The engine, carried inside the plugin. Arrows point down only (tests/test_layers.py).

     provider.py   cli.py   config_schema.py      the outside: host, argv, stdin, environment, clock
          \           |           /
              vendor/commands/                    one file a command group
                      |
               vendor/recall/                     one question -> one ranked, rendered answer
                /           \
       vendor/brain/    vendor/sessions/          never import each other
       what is held     what was said
       true, and why    in any agent
                \           /
                 \  vendor/forgotten.py           what may not come back; the brain does not ask
                  \       /
        vendor/text/     vendor/dbfile.py         pure rules on strings; SQLite
                            |
                         vendor/wholefile.py      a file in its place, whole or not at all

Imports here are relative, always: no module of ours has a top-level name.
"""
