//! The server from outside: over HTTP and WebSocket, on free ports of this machine, each test with an archive of its own.

mod archive;
mod client;
mod connections;
mod described;
mod docs;
mod edges;
mod evaluation;
mod exports;
mod fair;
mod headers;
mod history;
mod limits;
mod mcp;
mod memory;
mod owner;
mod pace;
mod play;
mod reasons;
mod refusals;
mod resume;
mod review;
mod running;
mod secrets;
mod sockets;
mod undo;
mod wire;
