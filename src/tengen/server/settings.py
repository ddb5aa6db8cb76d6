"""What an administrator may set: `TENGEN_*` in the environment, or a TOML file. The environment weighs more."""

from __future__ import annotations

import ipaddress
import os
import re
from pathlib import Path
from typing import Annotated, Final

from platformdirs import user_data_path
from pydantic import AfterValidator, Field, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from tengen.match.service import AbsenceLimits

CONFIG_VARIABLE: Final = "TENGEN_CONFIG"
"""Names the TOML file; `tengen.toml` in the data folder is read when it is not set."""

_ROOT_PART: Final = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]*")


def default_data_dir() -> Path:
    """The user's data folder on this platform."""
    return user_data_path("tengen", appauthor=False)


def _config_file() -> Path:
    named = os.environ.get(CONFIG_VARIABLE)
    folder = Path(os.environ.get("TENGEN_DATA_DIR") or default_data_dir())
    return Path(named) if named else folder / "tengen.toml"


def _as_root(path: str) -> str:
    """A path as `/one/two`, or nothing. Raises ValueError for what is none, or would hide our own addresses."""
    parts = [part for part in path.split("/") if part]
    if not all(_ROOT_PART.fullmatch(part) for part in parts):
        raise ValueError("must be a path such as /tengen")
    if parts[:1] in (["api"], ["assets"]):
        raise ValueError(f"/{parts[0]} is a path of the server itself")
    return "".join(f"/{part}" for part in parts)


class Settings(BaseSettings):
    """How this server runs. Rates are written as `N/second`, `N/minute` and so on; an empty one sets no limit."""

    model_config = SettingsConfigDict(env_prefix="TENGEN_", extra="forbid", frozen=True, env_ignore_empty=True)

    data_dir: Path = Field(default_factory=default_data_dir)
    database_url: str = ""
    redis_url: str = ""
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    engines: Path | None = None
    allow_unconfined_engines: bool = False
    """Whether engines of the list play also where this machine cannot confine them (Landlock and namespaces)."""
    levels: Path | None = None
    """The file that rates the levels of built-in players; the one of the package unless set."""
    arenas: Path | None = None
    """The folder whose arenas everybody may watch; `arenas` in the data folder unless set."""
    secret: str = ""
    web_dir: Path | None = None
    """The folder of the built web page; the one of the package or the checkout unless set."""
    root_path: Annotated[str, AfterValidator(_as_root)] = ""
    """The path of a site below which a proxy offers this server, such as `/tengen`."""

    origins: tuple[str, ...] = ()
    """The origins under which browsers reach this server, such as `https://play.example`; loopback needs none."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses of proxies whose X-Forwarded-* headers count."""
    open_docs: bool = False
    open_metrics: bool = False

    body_bytes: Annotated[int, Field(ge=1024)] = 64 * 1024
    upload_bytes: Annotated[int, Field(ge=1024)] = 1024 * 1024
    upload_nodes: Annotated[int, Field(ge=1)] = 20_000
    """So many moves and notes may a file have, those of all its games and variations together."""
    upload_points: Annotated[int, Field(ge=1)] = 100_000
    """So many points may its lists and set-ups have, besides one for each of its characters."""
    file_processes: Annotated[int, Field(ge=1, le=64)] = 2
    """How many processes read, convert and draw files at once."""
    file_cpu_s: Annotated[float, Field(ge=0.1, le=600)] = 2.0
    """So much CPU may reading a file take, and making something of it the same again; what takes more is refused."""
    file_memory_mb: Annotated[int, Field(ge=64)] = 512
    """So much memory may each of those processes take beyond its own."""
    analysis_processes: Annotated[int, Field(ge=1, le=64)] = 1
    """How many processes look at positions for people at once, beside those that think for AIs."""
    analysis_ms: Annotated[int, Field(ge=10, le=60_000)] = 1_000
    """How long such a look takes."""
    analysis_longer_ms: Annotated[int, Field(ge=10, le=600_000)] = 10_000
    """How long it takes where somebody asks for a longer one."""
    analysis_memory_mb: Annotated[int, Field(ge=16)] = 64
    """So much memory may one search take; those of the last four people who asked stay in each process."""
    match_memory_mb: Annotated[int, Field(ge=16)] = 1024
    """About how much memory matches may take; those that nobody looks at leave it first."""
    request_rate: str = "50/second"
    start_rate: str = "60/minute"
    game_rate: str = "200/second"
    """Beyond `request_rate`: how often one address may play on in games for one screen, or look at them."""
    local_request_rate: str = "1000/second"
    local_start_rate: str = "1000/minute"
    """The first two for callers on this machine itself, which are its owner's own programs."""
    login_rate: str = "60/minute"
    """How often one address may make calls with a password or a code."""
    local_login_rate: str = "600/minute"
    login_tries_per_account: Annotated[int, Field(ge=1)] = 10
    """So many tries to log in to one account in 15 minutes; then each further one waits longer. Known devices aside."""
    login_tries_per_address: Annotated[int, Field(ge=1)] = 100
    """So many tries to log in from one address in 10 minutes; those that succeed do not count."""
    password_checks_per_second: Annotated[int, Field(ge=1, le=1000)] = 20
    """How many passwords are checked for everybody together."""
    password_memory_kib: Annotated[int, Field(ge=8, le=4 << 20)] = 19 * 1024
    password_passes: Annotated[int, Field(ge=1, le=100)] = 2
    """What a password costs to check (Argon2id). A change is applied to each password when it is next used."""
    bot_rate: str = "20/second"
    """How often a program may call with one bot token, wherever it calls from; besides the limits of its address."""
    handshake_rate: str = "100/5second"
    """How often one address may ask for a WebSocket. All that it may have can come back at once after a restart."""
    local_handshake_rate: str = "1000/second"
    message_rate: str = "40/2second"
    sockets_per_client: Annotated[int, Field(ge=1)] = 50
    sockets_per_account: Annotated[int, Field(ge=1)] = 20
    write_timeout_s: Annotated[float, Field(gt=0)] = 10.0
    ping_s: Annotated[float, Field(gt=0)] = 20.0
    thinkers: Annotated[int, Field(ge=1, le=64)] = 1
    """How many processes think for AIs at once; they share the processors for the threads of the strongest level."""
    engines_at_once: Annotated[int, Field(ge=1, le=64)] = 2
    """How many engines of the list are asked at once, beside those."""
    ai_pace_ms: Annotated[int, Field(ge=0, le=60_000)] = 400
    """How long two AIs without a clock take for a move at least while somebody looks on."""
    ai_games_per_visitor: Annotated[int, Field(ge=1, le=1000)] = 10
    """How many games of two AIs are played at once of those that one address began."""
    absence_away_s: Annotated[float, Field(ge=1, le=3600)] = 5.0
    """How long after leaving a match between people a player is called away; who is back before that never was."""
    absence_gone_s: Annotated[float, Field(ge=1, le=3600)] = 30.0
    """How long after leaving a player is called gone."""
    absence_claim_s: Annotated[float, Field(ge=1, le=3600)] = 60.0
    """After how long of the own turn the opponent of who is gone may claim the win."""
    absence_end_s: Annotated[float, Field(ge=1, le=3600)] = 120.0
    """After how long of the own turn the match ends by itself."""
    absence_begin_s: Annotated[float, Field(ge=1, le=3600)] = 60.0
    """How long each side of a match between people has for its first move before the match is cancelled."""
    keep_waiting_days: Annotated[int, Field(ge=0, le=36_500)] = 30
    """How long a game waits for somebody to take its open seat before it is cancelled; 0 for ever."""
    keep_guest_games_days: Annotated[int, Field(ge=0, le=36_500)] = 0
    """How long finished games are kept that nobody with a password has a seat in; 0 for ever."""
    keep_guests_days: Annotated[int, Field(ge=0, le=36_500)] = 90
    """How long guests are kept who are not seen and have a seat in no game; 0 for ever. No session lasts longer."""
    keep_reports_days: Annotated[int, Field(ge=0, le=36_500)] = 365
    """How long reports are kept after somebody has done with them; 0 for ever."""
    talk: bool = True
    """Whether people may talk at the board."""
    guests_talk: bool = False
    """Whether guests may, too."""
    log_json: bool = False

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """First what is given in code, then the environment, then the file."""
        del dotenv_settings, file_secret_settings
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, _config_file())

    @field_validator("absence_gone_s", "absence_claim_s", "absence_end_s")
    @classmethod
    def _check_absence(cls, value: float, info: ValidationInfo) -> float:
        """Nobody is gone before away, and nothing ends before it can be claimed."""
        earlier = {name: other for name, other in info.data.items() if name.startswith("absence_") and other > value}
        if earlier:
            raise ValueError(f"must not be less than {next(iter(earlier))}")
        return value

    @property
    def absence(self) -> AbsenceLimits:
        """How long players of a match between people may be away."""
        return AbsenceLimits(
            grace_ms=round(self.absence_away_s * 1000),
            gone_ms=round(self.absence_gone_s * 1000),
            claim_ms=round(self.absence_claim_s * 1000),
            patience_ms=round(self.absence_end_s * 1000),
            begin_ms=round(self.absence_begin_s * 1000),
        )

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)

    @property
    def database(self) -> str:
        """The address of the database: an SQLite file in the data folder unless set."""
        return self.database_url or f"sqlite:///{(self.data_dir / 'tengen.db').as_posix()}"

    @property
    def database_file(self) -> Path | None:
        """The file of an SQLite database; None for another kind, or an address that is none."""
        scheme, _, path = self.database.partition(":///")
        return Path(path) if scheme.startswith("sqlite") and path else None

    @property
    def engines_file(self) -> Path:
        """The administrator's list of engines."""
        return self.engines or self.data_dir / "engines.toml"

    @property
    def arenas_folder(self) -> Path:
        """The folder of the arenas to watch. It need not be there."""
        return self.arenas or self.data_dir / "arenas"

    def prepare_data_dir(self) -> Path:
        """The data folder, made for its owner alone if it was not there."""
        self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self.data_dir


def is_loopback(host: str | None) -> bool:
    """Whether this address or name means this machine itself."""
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
