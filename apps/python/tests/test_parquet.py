"""Exports as other programs see them: the types of every column, and what stands in the rows."""

from __future__ import annotations

import io
from pathlib import Path

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import tercet
from tercet import arena

TEXT, WHOLE, REAL = pa.string(), pa.int64(), pa.float64()
TIME = pa.timestamp("ms", tz="UTC")


def needed(name: str, kind: pa.DataType) -> pa.Field:
    return pa.field(name, kind, nullable=False)


def listed(name: str, kind: pa.DataType) -> pa.Field:
    return needed(name, pa.list_(pa.field("element", kind, nullable=False)))


SCHEMAS = {
    "games": [
        needed("id", WHOLE),
        pa.field("event", WHOLE),
        needed("finished", TIME),
        pa.field("fixture", WHOLE),
        pa.field("part", WHOLE),
        needed("game", TEXT),
        needed("rules", WHOLE),
        needed("config", TEXT),
        needed("deal", TEXT),
        listed("players", TEXT),
        listed("bots", TEXT),
        listed("scores", WHOLE),
        listed("finish", WHOLE),
        listed("places", WHOLE),
        listed("winners", WHOLE),
        needed("plays", WHOLE),
        needed("end", TEXT),
        needed("state", TEXT),
        listed("inputs", TEXT),
        listed("assisted", WHOLE),
        listed("reasons", TEXT),
    ],
    "moves": [
        needed("game_id", WHOLE),
        needed("number", WHOLE),
        needed("kind", TEXT),
        pa.field("seat", WHOLE),
        needed("text", TEXT),
        pa.field("why", TEXT),
    ],
    "events": [needed("game_id", WHOLE), needed("number", WHOLE), needed("text", TEXT)],
    "ratings": [
        needed("game", TEXT),
        needed("event", WHOLE),
        needed("day", WHOLE),
        needed("round", WHOLE),
        needed("player", TEXT),
        needed("games", WHOLE),
        needed("elo", REAL),
        pa.field("elo_low", REAL),
        pa.field("elo_high", REAL),
        needed("glicko", REAL),
        needed("deviation", REAL),
        needed("volatility", REAL),
        needed("mu", REAL),
        needed("sigma", REAL),
    ],
}

DUCKDB = {
    TEXT: "VARCHAR",
    WHOLE: "BIGINT",
    REAL: "DOUBLE",
    TIME: "TIMESTAMP WITH TIME ZONE",
}

POLARS = {
    TEXT: polars.String(),
    WHOLE: polars.Int64(),
    REAL: polars.Float64(),
    TIME: polars.Datetime("ms", "UTC"),
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> arena.Archive:
    """Two games of Machi Koro, one of them with three players."""
    archive = arena.Archive(tmp_path_factory.mktemp("archive"))
    for players, seed in [(2, 1), (3, 2)]:
        match = tercet.begin("machi", seed=seed, players=players)
        while not match.is_over:
            action = match.advice("impatient", seed=seed)
            assert action is not None
            match.play(action)
        archive.add(match.record(), ["Ada", "Ben", "Cleo"][:players])
    return archive


def file_of(archive: arena.Archive, table: str, directory: Path) -> Path:
    path = directory / f"{table}.parquet"
    path.write_bytes(archive.export(table, "parquet"))
    return path


@pytest.mark.parametrize("table", SCHEMAS)
def test_pyarrow_reads_the_very_types(archive: arena.Archive, table: str) -> None:
    read = pq.read_table(io.BytesIO(archive.export(table, "parquet")))
    assert read.schema.remove_metadata() == pa.schema(SCHEMAS[table])


@pytest.mark.parametrize("table", SCHEMAS)
def test_pyarrow_reads_the_rows_of_the_other_formats(archive: arena.Archive, table: str) -> None:
    read = pq.read_table(io.BytesIO(archive.export(table, "parquet"))).to_pydict()
    expected = archive.table(table)
    assert list(read) == list(expected)
    for name, column in expected.items():
        if name == "finished":
            output = [time.isoformat(timespec="milliseconds").replace("+00:00", "Z") for time in read[name]]
            assert output == column
        elif name != "config":
            assert read[name] == column, name


@pytest.mark.parametrize("table", SCHEMAS)
def test_duckdb_has_a_type_for_every_column(archive: arena.Archive, table: str, tmp_path: Path) -> None:
    path = file_of(archive, table, tmp_path)
    with duckdb.connect() as connection:
        described = connection.execute(f"DESCRIBE SELECT * FROM '{path}'").fetchall()
    kinds = {name: kind for name, kind, *_ in described}
    expected = {
        field.name: f"{DUCKDB[field.type.value_type]}[]"
        if pa.types.is_list(field.type)
        else DUCKDB[field.type]
        for field in SCHEMAS[table]
    }
    assert kinds == expected


def test_duckdb_counts_moves_of_games(archive: arena.Archive, tmp_path: Path) -> None:
    games, moves = (file_of(archive, table, tmp_path) for table in ("games", "moves"))
    question = f"""
        SELECT id, players[1], plays, count(*) FILTER (kind = 'play')
        FROM '{games}' JOIN '{moves}' ON game_id = id GROUP BY ALL ORDER BY id
    """
    with duckdb.connect() as connection:
        rows = connection.execute(question).fetchall()
    assert [(game, first) for game, first, _, _ in rows] == [(1, "Ada"), (2, "Ada")]
    assert all(plays == counted for _, _, plays, counted in rows)


@pytest.mark.parametrize("table", SCHEMAS)
def test_polars_has_a_type_for_every_column(archive: arena.Archive, table: str) -> None:
    read = polars.read_parquet(io.BytesIO(archive.export(table, "parquet")))
    expected = {
        field.name: polars.List(POLARS[field.type.value_type])
        if pa.types.is_list(field.type)
        else POLARS[field.type]
        for field in SCHEMAS[table]
    }
    assert dict(read.schema) == expected
