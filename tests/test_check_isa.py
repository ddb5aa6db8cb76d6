"""`scripts/check-isa` on small libraries and on the one that is shipped."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHIPPED = ROOT / "build" / "editable" / "libtengen_native_core.a"
TOOLS = ("c++", "ar", "objdump", "nm")
AVX2 = "-mavx2"

MISSING = [tool for tool in TOOLS if shutil.which(tool) is None]
pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}"),
    pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="knows the registers of x86-64 only"),
]

SUM = """
int sum(const int* from) {
    int all = 0;
    for (int i = 0; i < 1024; ++i) all += from[i];
    return all;
}
"""
SHARED = """
template <typename T> __attribute__((noinline)) T twice(T value) { return value + value; }
int four(int two) { return twice(two); }
"""
CONSTANTS = """
inline constexpr int powers[] = {1, 2, 4, 8};
int power(int of) { return powers[of]; }
const int* where() { return powers; }
"""


def library(folder: Path, files: dict[str, tuple[str, list[str]]]) -> Path:
    """A static library of these files, each with its text and the flags to compile it with."""
    objects = []
    for name, (text, flags) in files.items():
        (folder / name).write_text(text)
        objects.append(f"{name}.o")
        command = ["c++", "-std=c++20", "-O3", *flags, "-c", name, "-o", objects[-1]]
        subprocess.run(command, cwd=folder, check=True)
    subprocess.run(["ar", "rcs", "small.a", *objects], cwd=folder, check=True)
    return folder / "small.a"


def check(library: Path) -> subprocess.CompletedProcess[str]:
    command = [str(ROOT / "scripts" / "check-isa"), str(library)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_wide_registers_belong_into_files_named_after_their_instruction_set(tmp_path: Path) -> None:
    found = check(library(tmp_path, {"plain.cpp": (SUM, []), "sum_avx2.cpp": (SUM, [AVX2])}))
    assert (found.returncode, found.stderr) == (0, "")


def test_wide_registers_elsewhere_are_found(tmp_path: Path) -> None:
    found = check(library(tmp_path, {"plain.cpp": (SUM, [AVX2])}))
    assert found.returncode == 1
    assert "plain.cpp.o: sum(int const*) has `v" in found.stderr


@pytest.mark.parametrize(("flag", "name"), [("-mpopcnt", "popcnt"), ("-mbmi2", "shlx")])
def test_other_instructions_elsewhere_are_found(tmp_path: Path, flag: str, name: str) -> None:
    text = "long bits(unsigned long of, int by) { return __builtin_popcountl(of << by); }"
    found = check(library(tmp_path, {"plain.cpp": (text, [flag])}))
    assert found.returncode == 1
    assert f"has `{name}" in found.stderr


def test_a_function_that_other_files_may_be_given_is_found(tmp_path: Path) -> None:
    files = {"plain.cpp": (SHARED, []), "four_avx2.cpp": (SHARED.replace("int four", "int other"), [AVX2])}
    found = check(library(tmp_path, files))
    assert found.returncode == 1
    assert found.stderr == "check-isa: four_avx2.cpp.o: int twice<int>(int) may be linked into other files\n"


def test_constants_may_be_shared(tmp_path: Path) -> None:
    assert check(library(tmp_path, {"power_avx2.cpp": (CONSTANTS, [AVX2])})).returncode == 0


def test_what_is_no_library_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.a").write_text("not a library")
    assert check(tmp_path / "text.a").returncode == 1
    assert check(tmp_path / "nothing.a").returncode == 1


@pytest.mark.skipif(not SHIPPED.exists(), reason="the native library was not built here")
def test_the_library_that_is_shipped_keeps_to_it() -> None:
    found = check(SHIPPED)
    assert (found.returncode, found.stderr) == (0, "")
