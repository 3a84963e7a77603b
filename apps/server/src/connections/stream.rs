//! A connection's bytes: knows when some come, and gives up on who does not read.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use super::Slot;

/// What somebody must read within the time that an answer may wait: a byte now and then is not reading.
const LEAST_READ: usize = 4 * 1024;

/// A stream that holds its place among the connections, also once it is a socket.
#[derive(Debug)]
pub(super) struct Stream {
    /// It goes before the connection does: whoever sees it closed finds its place free.
    slot: Slot,
    tcp: TcpStream,
    unread: Duration,
    /// Runs while something waits to be read.
    stalled: Option<Pin<Box<Sleep>>>,
    /// How much was read since it began to run.
    read: usize,
    /// Runs while the client is not listened to, because he has sent too much.
    paced: Option<Pin<Box<Sleep>>>,
}

impl Stream {
    /// A stream that is read after this time.
    pub(super) fn new(tcp: TcpStream, slot: Slot, unread: Duration, wait: Duration) -> Stream {
        Stream { slot, tcp, unread, stalled: None, read: 0, paced: pause(wait) }
    }

    /// Notes what came of writing.
    fn wrote(&mut self, cx: &mut Context<'_>, wrote: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match wrote {
            Poll::Ready(Ok(length)) => {
                self.read += length;
                if self.read >= LEAST_READ {
                    self.stalled = None;
                }
                Poll::Ready(Ok(length))
            }
            Poll::Pending => self.wait(cx),
            failed @ Poll::Ready(Err(_)) => failed,
        }
    }

    fn wait(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if self.stalled.is_none() {
            self.read = 0;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(self.unread)));
        if stalled.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the answer is not being read")))
    }
}

/// Something to wait for, if it takes any time.
fn pause(time: Duration) -> Option<Pin<Box<Sleep>>> {
    (!time.is_zero()).then(|| Box::pin(sleep(time)))
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(paced) = &mut self.paced {
            ready!(paced.as_mut().poll(cx));
            self.paced = None;
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.tcp).poll_read(cx, buffer);
        let bytes = buffer.filled().len() - before;
        if bytes > 0 {
            self.paced = pause(self.slot.note_bytes(bytes));
        }
        read
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.tcp).poll_write(cx, bytes);
        self.wrote(cx, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.tcp).poll_write_vectored(cx, parts);
        self.wrote(cx, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(cx)
    }
}
