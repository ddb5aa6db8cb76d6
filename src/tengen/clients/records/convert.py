"""Records from one format to another: a file, a collection, a folder. No format is known here by name."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typer

from tengen.clients.records.files import FileTrouble, HasCompanions, InFile, pick, read_records, write_files
from tengen.clients.records.report import Report, progress
from tengen.core import ErrorCode, GameError, Record, text
from tengen.core.printing import printable
from tengen.formats import Format, Notice, find_format, formats

USUAL_ENDING: Final = "json"
_ALONE: Final = 40
"""So few files are not worth the start of other processes."""
_MOST_PROCESSES: Final = 8
_SELDOM: Final = 100_000
"""After so many new things circles among them are looked for: records have none."""


@dataclass(frozen=True, slots=True)
class ConvertOptions:
    """Options for all files: whether existing files may be replaced, whether mistakes are tolerated, the language."""

    force: bool = False
    strict: bool = True
    language: str = "en"


def convert(
    source: str, target: str, options: ConvertOptions, *, to: str | None = None, game: int | None = None
) -> bool:
    """Convert a file, or every record in a folder and the folders in it; whether all of it went well.

    Raises GameError when nothing could be done; what went wrong with single files of a folder or single games of
    a collection is told on the error stream instead. No file is ever there in part.
    """
    report = Report(options.language)
    into_folder = goes_into_folder(source, target, to)
    try:
        if Path(source).is_dir():
            if into_folder:
                _convert_folder(Path(source), Path(target), to or USUAL_ENDING, options, report)
            else:
                _gather(Path(source), Path(target), options, report)
        elif into_folder and game is None:
            _spread(Path(source), Path(target), to or USUAL_ENDING, options, report)
        else:
            name = _renamed(Path(source), to or USUAL_ENDING).name
            path = Path(target) / name if into_folder else Path(target)
            _convert_file(Path(source), path, game, options, report, makes_folder=into_folder)
    finally:
        report.tell()
    return not report.has_failures


def goes_into_folder(source: str, target: str, to: str | None) -> bool:
    """Whether the target is a folder, there already or to be made, and not a file."""
    is_folder = target.endswith(("/", os.sep)) or Path(target).is_dir()
    return is_folder or (not _has_format(Path(target)) and (to is not None or Path(source).is_dir()))


def _format_of(path: Path) -> Format:
    """The format that the ending of a name tells. Raises BAD_RECORD, also for a name without an ending."""
    if path.suffix:
        return find_format(path.name)
    known = ", ".join(ending for format_ in formats() for ending in format_.endings)
    raise GameError(ErrorCode.BAD_RECORD, "format.unknown", name=path.name[-40:], formats=known)


def _has_format(path: Path) -> bool:
    try:
        return bool(_format_of(path))
    except GameError:
        return False


def _renamed(path: Path, ending: str) -> Path:
    """The path with the usual ending of the format that this ending means."""
    return path.with_name(f"{path.stem}{find_format(ending).endings[0]}")


def _written(
    path: Path, records: Sequence[Record], options: ConvertOptions, *, makes_folder: bool = True
) -> tuple[Notice, ...]:
    """Write records into a file and those that belong beside it. Raises GameError without the file's name."""
    format_ = _format_of(path)
    if len(records) > 1 and not format_.holds_many:
        raise GameError(ErrorCode.BAD_RECORD, "convert.one_game", file=path.name, count=len(records))
    writing = format_.write(records)
    files = {path: writing.data}
    if isinstance(format_, HasCompanions):
        files |= {path.with_suffix(ending): data for ending, data in format_.companions(tuple(records)).items()}
    if makes_folder:
        _make_folder(path.parent)
    write_files(files, force=options.force)
    return writing.notices


def _make_folder(folder: Path) -> None:
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileTrouble.of(error, folder) from error


# --- one file ----------------------------------------------------------------------------------


def _convert_file(
    source: Path, target: Path, game: int | None, options: ConvertOptions, report: Report, *, makes_folder: bool
) -> None:
    """A file into a file, all its games or one."""
    _format_of(target)
    reading = read_records(source, strict=options.strict)
    records = reading.records if game is None else (pick(reading, game, source),)
    try:
        notices = _written(target, records, options, makes_folder=makes_folder)
    except GameError as error:
        raise _about(source, error) from error
    report.note(source, reading.notices)
    report.note(target, notices)


def _about(source: Path, error: GameError, game: int | None = None) -> GameError:
    """The error with the file it is about, where it does not name one itself."""
    names_file = isinstance(error, FileTrouble) or error.key in ("convert.exists", "convert.one_game")
    return error if names_file else InFile(source, error, game)


def _spread(source: Path, folder: Path, ending: str, options: ConvertOptions, report: Report) -> None:
    """The games of a file into files of their own."""
    reading = read_records(source, strict=options.strict)
    report.note(source, reading.notices)
    done = 0
    numbered = _numbered(folder / _renamed(source, ending).name, reading.records)
    for number, (path, record) in enumerate(progress(numbered, len(reading.records)), 1):
        try:
            report.note(path, _written(path, (record,), options))
            done += 1
        except GameError as error:
            report.fail(_about(source, error, number))
    _tell_done(done, folder, report, options)


def _numbered(path: Path, records: Sequence[Record]) -> Iterator[tuple[Path, Record]]:
    """Each record with a path of its own; a single one keeps the name."""
    digits = len(str(len(records)))
    for number, record in enumerate(records, 1):
        name = f"{path.stem}-{number:0{digits}}{path.suffix}"
        yield (path.with_name(name) if len(records) > 1 else path), record


def _tell_done(done: int, folder: Path, report: Report, options: ConvertOptions) -> None:
    if done or not report.has_failures:
        typer.echo(printable(text(options.language, "convert.done", count=done, folder=str(folder))))


# --- folders -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Task:
    source: Path
    target: Path
    options: ConvertOptions


@dataclass(frozen=True, slots=True)
class _Done:
    """What became of a file of a folder."""

    written: int
    report: Report


def _convert_folder(source: Path, folder: Path, ending: str, options: ConvertOptions, report: Report) -> None:
    """Every record in a folder and the folders in it into another folder, under its own name."""
    tasks: dict[str, _Task] = {}
    for path in _records_in(source, folder, report):
        target = folder / _renamed(path, ending).relative_to(source)
        if _is_same(path, target):
            continue
        known = tasks.get(str(target).casefold())
        if known:
            reason = GameError(ErrorCode.BAD_RECORD, "convert.same_target", other=known.source.name, file=target.name)
            report.fail(InFile(path, reason))
        else:
            tasks[str(target).casefold()] = _Task(path, target, options)
    if not tasks and not report.has_failures:
        raise GameError(ErrorCode.BAD_RECORD, "convert.nothing", folder=str(source))
    written = 0
    for done in progress(_all_done(list(tasks.values())), len(tasks)):
        written += done.written
        report.take_over(done.report)
    _tell_done(written, folder, report, options)


def _records_in(folder: Path, target: Path, report: Report) -> list[Path]:
    """The files of a folder and the folders in it that are records by their ending or their content.

    The folder that is written to is not gone into, nor are hidden ones, nor links to others, which are told of.
    """

    def refuse(error: OSError) -> None:
        trouble = FileTrouble.of(error, error.filename or folder)
        if Path(error.filename or folder) == folder:
            raise trouble from error
        report.fail(trouble)

    found: list[Path] = []
    for parent, folders, names in os.walk(folder, onerror=refuse):
        links = [name for name in folders if not name.startswith(".") and (Path(parent) / name).is_symlink()]
        report.note(folder, [Notice("convert.link_left", {"file": str(Path(parent) / name)}) for name in links])
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and name not in links and not _is_same(Path(parent) / name, target)
        )
        paths = sorted(Path(parent) / name for name in names if not name.startswith("."))
        found += [path for path in paths if path.is_file() and (_has_format(path) or _looks_like_record(path))]
    return found


def _looks_like_record(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return bool(find_format(path.name, file.read(1 << 16)))
    except (OSError, GameError):
        return False


def _is_same(path: Path, target: Path) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return target.samefile(path)
    return False


def _all_done(tasks: Sequence[_Task]) -> Iterator[_Done]:
    """Every task done, in their order; many of them in several processes."""
    processes = min(_cores(), _MOST_PROCESSES, len(tasks) // (_ALONE // 2))
    if len(tasks) < _ALONE or processes < 2:
        before = gc.get_threshold()
        gc.set_threshold(_SELDOM)
        try:
            yield from map(_do, tasks)
        finally:
            gc.set_threshold(*before)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor(processes, initializer=_begin_process) as pool:
        try:
            yield from pool.map(_do, tasks, chunksize=8)
        except BrokenProcessPool as error:
            raise ChildProcessError(0, text(tasks[0].options.language, "convert.broken_off")) from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin_process() -> None:
    """Leave interrupts to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(_SELDOM)


def _do(task: _Task) -> _Done:
    """Convert one file of a folder; one with many games into many files where the format holds only one."""
    report, written = Report(task.options.language), 0
    try:
        reading = read_records(task.source, strict=task.options.strict)
    except GameError as error:
        report.fail(error)
        return _Done(0, report)
    report.note(task.source, reading.notices)
    if find_format(task.target.name).holds_many:
        parts: list[tuple[Path, tuple[Record, ...]]] = [(task.target, reading.records)]
    else:
        parts = [(path, (record,)) for path, record in _numbered(task.target, reading.records)]
    for number, (path, records) in enumerate(parts, 1):
        try:
            report.note(path, _written(path, records, task.options))
            written += 1
        except GameError as error:
            report.fail(_about(task.source, error, number if len(parts) > 1 else None))
    return _Done(written, report)


def _gather(source: Path, target: Path, options: ConvertOptions, report: Report) -> None:
    """Every record in a folder and the folders in it into one file."""
    paths = [path for path in _records_in(source, target, report) if not _is_same(path, target)]
    records: list[Record] = []
    for path in progress(paths, len(paths)):
        try:
            reading = read_records(path, strict=options.strict)
            report.note(path, reading.notices)
            records += reading.records
        except GameError as error:
            report.fail(error)
    if not records:
        raise GameError(ErrorCode.BAD_RECORD, "convert.nothing", folder=str(source))
    try:
        report.note(target, _written(target, records, options, makes_folder=False))
    except GameError as error:
        raise _about(source, error) from error
