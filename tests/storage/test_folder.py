"""The data folder as programs find it that are no server: the same place, the same secret, one at a time."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tengen.server import Settings
from tengen.storage import DataFolder, FolderInUse, FolderLock, read_secret
from tengen.storage.secret import find_secret

SECRET = "x" * 32


def test_it_is_where_a_server_would_have_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("DATA_DIR", str(tmp_path)), ("DATABASE_URL", ""), ("SECRET", ""), ("CONFIG", "")):
        monkeypatch.setenv(f"TENGEN_{name}", value)
    folder, settings = DataFolder.of_environment(), Settings()
    assert (folder.path, folder.database, folder.given_secret) == (settings.data_dir, settings.database, "")
    (tmp_path / "tengen.toml").write_text(f'secret = "{SECRET}"\ndatabase_url = "sqlite:////elsewhere/x.db"\n')
    folder, settings = DataFolder.of_environment(), Settings()
    assert (folder.database, folder.given_secret) == (settings.database, settings.secret)
    assert folder.database == "sqlite:////elsewhere/x.db"
    monkeypatch.setenv("TENGEN_SECRET", "y" * 40)
    assert DataFolder.of_environment().secret() == b"y" * 40
    monkeypatch.setenv("TENGEN_CONFIG", str(tmp_path / "none.toml"))
    assert DataFolder.of_environment().database == f"sqlite:///{tmp_path / 'tengen.db'}"


def test_without_a_setting_it_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TENGEN_DATA_DIR", raising=False)
    monkeypatch.delenv("TENGEN_CONFIG", raising=False)
    assert DataFolder.of_environment({}).path == Settings().data_dir


def test_a_file_of_settings_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "tengen.toml").write_text("secret = ")
    with pytest.raises(ValueError, match=r"tengen\.toml"):
        DataFolder.of_environment({"TENGEN_DATA_DIR": str(tmp_path)})


def test_the_secret_is_made_once_and_only_where_it_is_needed(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    assert folder.find_secret() is None
    assert not folder.path.exists()
    secret = folder.secret()
    assert (folder.secret(), folder.find_secret(), read_secret("", folder.path)) == (secret,) * 3
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder.path / "secret").stat().st_mode) == 0o600


def test_what_is_no_whole_secret_has_signed_nothing(tmp_path: Path) -> None:
    for content in (b"", b"short", b"\xff" * 40):
        (tmp_path / "secret").write_bytes(content)
        assert find_secret("", tmp_path) is None
    assert find_secret("short", tmp_path) is None
    assert find_secret(SECRET, tmp_path) == SECRET.encode()


def test_the_settings_secret_is_not_shown(tmp_path: Path) -> None:
    assert SECRET not in repr(DataFolder(tmp_path, "", SECRET))


def test_it_is_held_like_a_server_holds_it(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder = DataFolder(tmp_path / "data", f"sqlite:///{elsewhere / 'x.db'}")
    with folder.held():
        for place, name in ((folder.path, "server.lock"), (elsewhere, "x.db.lock")):
            with pytest.raises(FolderInUse):
                FolderLock.take(place, name)
    for place, name in ((folder.path, "server.lock"), (elsewhere, "x.db.lock")):
        FolderLock.take(place, name).release()


def test_whoever_finds_half_of_it_taken_has_taken_nothing(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    folder.path.mkdir()
    other = FolderLock.take(folder.path, "tengen.db.lock")
    with pytest.raises(FolderInUse), folder.held():
        raise AssertionError("it is taken")
    FolderLock.take(folder.path).release()
    other.release()
