//! Several servers over one real `PostgreSQL`, on free ports of this machine: killed, paused, cut off, stopped.

mod away;
mod crowd;
mod database;
mod failures;
mod node;
mod player;
mod sharing;
mod starting;
mod web;
