//! What all screens are made of: colours, a pen, help, dialogs, texts to read, lists, a log, a line to
//! type in.

pub mod dialog;
pub mod help;
pub mod line;
pub mod list;
pub mod log;
pub mod pen;
pub mod pixels;
pub mod sheet;
pub mod theme;
