//! Parquet, by its own writer of columns: arrow's arrays and kernels are not needed for that.

use std::io::{self, Write};
use std::sync::Arc;

use crate::export::sheet::{Cell, Column, Kind, plain};
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::export::Sheet;

/// How many bytes of values are held before they are written as a group of rows.
const GROUP: usize = 8 << 20;

/// What a value takes beside its own text: its place in a list and its levels.
const OVERHEAD: usize = size_of::<ByteArray>() + 2 * size_of::<i16>();

pub(super) struct ParquetSheet<'o> {
    columns: &'static [Column],
    held: Vec<Held>,
    /// The bytes that are held.
    size: usize,
    file: SerializedFileWriter<&'o mut (dyn Write + Send)>,
}

/// The values of a column that wait to be written, with their levels: 0 or 1 for nothing or something; in lists, 0 for
/// the first of a row.
#[derive(Default)]
struct Held {
    ints: Vec<i64>,
    floats: Vec<f64>,
    texts: Vec<ByteArray>,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

impl<'o> ParquetSheet<'o> {
    pub(super) fn new(columns: &'static [Column], out: &'o mut (dyn Write + Send)) -> io::Result<Self> {
        let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>().map_err(other)?;
        let schema = Type::group_type_builder("schema").with_fields(fields).build().map_err(other)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3).map_err(other)?))
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(other)?;
        let held = columns.iter().map(|_| Held::default()).collect();
        Ok(ParquetSheet { columns, held, size: 0, file })
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for (column, held) in self.columns.iter().zip(&mut self.held) {
            let mut writer =
                group.next_column()?.ok_or_else(|| ParquetError::General("a column is missing".into()))?;
            held.write(column, &mut writer)?;
            writer.close()?;
            *held = Held::default();
        }
        group.close()?;
        self.size = 0;
        Ok(())
    }
}

impl Sheet for ParquetSheet<'_> {
    fn row(&mut self, row: &[Cell]) -> io::Result<()> {
        for (held, cell) in self.held.iter_mut().zip(row) {
            self.size += held.push(cell);
        }
        if self.size >= GROUP { self.write_group().map_err(other) } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if self.size > 0 {
            self.write_group().map_err(other)?;
        }
        self.file.close().map_err(other)?;
        Ok(())
    }
}

impl Held {
    /// Holds a cell; how many bytes that takes.
    fn push(&mut self, cell: &Cell) -> usize {
        let mut size = OVERHEAD;
        match cell {
            Cell::Ints(numbers) => {
                self.ints.extend(numbers);
                self.list(numbers.len());
                return OVERHEAD * numbers.len().max(1);
            }
            Cell::Texts(texts) => {
                self.texts.extend(texts.iter().map(|text| ByteArray::from(text.as_str())));
                self.list(texts.len());
                return OVERHEAD * texts.len().max(1) + texts.iter().map(String::len).sum::<usize>();
            }
            Cell::None => {}
            Cell::Int(number) | Cell::Time(number, _) => self.ints.push(*number),
            Cell::Float(number) => self.floats.push(*number),
            Cell::Text(_) | Cell::Pairs(_) => {
                let text = plain(cell);
                size += text.len();
                self.texts.push(ByteArray::from(&*text));
            }
        }
        self.definition.push(i16::from(*cell != Cell::None));
        size
    }

    fn list(&mut self, length: usize) {
        self.repetition.push(0);
        self.repetition.extend((1..length).map(|_| 1));
        self.definition.extend((0..length.max(1)).map(|_| i16::from(length > 0)));
    }

    fn write(&self, column: &Column, writer: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let is_list = matches!(column.kind, Kind::Ints | Kind::Texts);
        let definition = (is_list || column.is_optional).then_some(&self.definition[..]);
        let repetition = is_list.then_some(&self.repetition[..]);
        match column.kind {
            Kind::Int | Kind::Time | Kind::Ints => {
                writer.typed::<Int64Type>().write_batch(&self.ints, definition, repetition)?
            }
            Kind::Float => writer.typed::<DoubleType>().write_batch(&self.floats, definition, repetition)?,
            Kind::Text | Kind::Texts | Kind::Pairs => {
                writer.typed::<ByteArrayType>().write_batch(&self.texts, definition, repetition)?
            }
        };
        Ok(())
    }
}

fn field(column: &Column) -> Result<TypePtr, ParquetError> {
    let is_optional = if column.is_optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    match column.kind {
        Kind::Ints | Kind::Texts => {
            let element = value("element", column.kind, Repetition::REQUIRED)?;
            let list = Type::group_type_builder("list")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![element])
                .build()?;
            let group = Type::group_type_builder(column.name)
                .with_repetition(Repetition::REQUIRED)
                .with_logical_type(Some(LogicalType::List))
                .with_fields(vec![Arc::new(list)])
                .build()?;
            Ok(Arc::new(group))
        }
        kind => value(column.name, kind, is_optional),
    }
}

fn value(name: &str, kind: Kind, repetition: Repetition) -> Result<TypePtr, ParquetError> {
    let (physical, logical) = match kind {
        Kind::Int | Kind::Ints => (Physical::INT64, None),
        Kind::Time => {
            let is_utc = true;
            (Physical::INT64, Some(LogicalType::timestamp(is_utc, TimeUnit::MILLIS)))
        }
        Kind::Float => (Physical::DOUBLE, None),
        Kind::Text | Kind::Texts | Kind::Pairs => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field =
        Type::primitive_type_builder(name, physical).with_repetition(repetition).with_logical_type(logical);
    Ok(Arc::new(field.build()?))
}

fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::other(error)
}
