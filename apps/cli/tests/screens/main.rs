//! The screens as they are drawn, and what keys and clicks do to them.

mod drawn;
mod home;
mod machi;
mod saves;
mod set;
mod stage;
mod storm;
mod triangle;
mod viewer;
