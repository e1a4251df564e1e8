"""Do the host's own inspectors find nothing to say about what is committed?

Everything here looks at a clean clone, since that is what an installer gets.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from host import Home

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A clone of this checkout in a folder of the plugin's name."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("no git or no checkout here: nothing to clone")
    folder = tmp_path_factory.mktemp("clone") / "agent-si"
    words = [git, "-c", f"safe.directory={ROOT}/.git", "-c", f"safe.directory={ROOT}"]
    words += ["clone", "--quiet", "--no-hardlinks", ROOT.as_uri(), str(folder)]
    subprocess.run(words, check=True, capture_output=True)
    return folder


@pytest.fixture
def inspected(home, host):
    """A home on the line that has the inspectors."""
    if not host.modern:
        pytest.skip("0.19 has neither `plugins validate` nor `plugins doctor`")
    return home


def test_validate_passes_without_a_warning(inspected, clone):
    """R9, R96, R98"""
    ran = inspected.hermes("plugins", "validate", clone, "--json")
    report = json.loads(ran.out[ran.out.index("{") :])
    failures = [check for check in report["checks"] if not check["ok"]]
    assert (failures, report["warnings"], ran.code) == ([], [], 0)


def test_the_scanner_of_the_installer_calls_no_line_of_ours_dangerous(inspected, clone):
    """R98: neither the engine nor the tools hold a line that would be asked about or blocked."""
    code = (
        "import json, sys; from pathlib import Path; from tools.plugin_guard import scan_plugin;"
        "found = scan_plugin(Path(sys.argv[1]));"
        "print(json.dumps([found.verdict, [[f.severity, f.file, f.line, f.description]"
        " for f in found.findings]]))"
    )
    ran = inspected.run([str(inspected.host.python), "-c", code, str(clone)])
    verdict, findings = json.loads(ran.out.splitlines()[-1])
    serious = [finding for finding in findings if finding[0] in {"high", "critical"}]
    assert (verdict, serious) == ("safe", [])


def test_doctor_finds_nothing(inspected, clone):
    """R98"""
    ran = inspected.hermes("plugins", "doctor", clone)
    lines = [line.strip() for line in ran.text.splitlines()]
    assert not [line for line in lines if line.startswith(("WARN", "ERROR"))]
    assert [line for line in lines if line.startswith("OK")]
    assert ran.code == 0


def test_the_host_installs_a_clone_and_finds_the_provider_in_it(home: Home, clone):
    """R9: by the host's own installer, into `plugins/agent-si` of the home."""
    home.add(clone, how="git")
    status = home.hermes("memory", "status").text
    assert (home.path / "plugins" / "agent-si" / "plugin.yaml").is_file()
    assert "installed ✓" in status
    assert "available ✓" in status


def test_a_plugin_that_went_and_came_back_finds_all_that_was_kept(kept, clone, host):
    """R9 PEERS 69: the host says that the folder is gone; there again, all is there.

    0.22's installer locks the packages of a home whose provider is missing anew, with a `uv.lock`
    that its wheel lacks, and so fails; there the folder is put back.
    """
    shutil.rmtree(kept.path / "plugins" / "agent-si")
    assert "NOT installed" in kept.hermes("memory", "status").text

    kept.add(clone, how="copy" if host.modern else "git")

    status = kept.hermes("memory", "status").text
    assert "installed ✓" in status
    assert "available ✓" in status
    assert "14 March 2027" in kept.hermes("agent-si", "keys").text


def test_every_inspector_of_the_host_finds_the_selected_provider_well(kept, host):
    """R9 R98 PEERS 68: `hermes doctor`, `memory status` and `plugins list`, on both lines."""
    doctor = kept.hermes("doctor").text
    section = doctor[doctor.index("Memory Provider") :].split("◆")[0]
    assert "✓ agent-si provider active" in section
    assert not [line for line in section.splitlines() if "✗" in line or "⚠" in line], section

    status = kept.hermes("memory", "status")
    assert status.code == 0
    assert "Provider:  agent-si" in status.text
    assert "available ✓" in status.text
    assert "← active" in status.text
    assert "Traceback" not in status.text

    listed = kept.hermes("plugins", "list")
    assert listed.code == 0
    [row] = [line for line in listed.text.splitlines() if "agent-si" in line]
    assert "error" not in row.lower()
