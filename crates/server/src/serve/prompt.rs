//! Connections that must begin. Which version of HTTP a client speaks is known only from its first bytes, and hyper
//! waits for those forever: its own limits begin after them.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum_server::accept::Accept;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

use super::HEAD_WITHIN;

/// As many bytes as the opening of HTTP/2 has: after them, the version is known.
const OPENING: usize = 24;

/// Accepts as another does, and closes a connection that does not begin in time.
#[derive(Clone, Copy)]
pub(super) struct Prompt<A>(pub A);

impl<I, S, A> Accept<I, S> for Prompt<A>
where
    A: Accept<I, S>,
    A::Future: Send + 'static,
{
    type Stream = Opening<A::Stream>;
    type Service = A::Service;
    type Future = Pin<Box<dyn Future<Output = io::Result<(Self::Stream, Self::Service)>> + Send>>;

    fn accept(&self, stream: I, service: S) -> Self::Future {
        let accepted = self.0.accept(stream, service);
        Box::pin(async move {
            let (stream, service) = accepted.await?;
            Ok((Opening::new(stream), service))
        })
    }
}

/// A connection, until it has begun with a limit on how long that takes.
pub(super) struct Opening<T> {
    stream: T,
    missing: usize,
    until: Option<Pin<Box<Sleep>>>,
}

impl<T> Opening<T> {
    fn new(stream: T) -> Opening<T> {
        let until = Some(Box::pin(tokio::time::sleep(HEAD_WITHIN)));
        Opening { stream, missing: OPENING, until }
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Opening<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let Some(until) = &mut self.until else { return read };
        if read.is_pending() && until.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        self.missing = self.missing.saturating_sub(buffer.filled().len() - before);
        if self.missing == 0 {
            self.until = None;
        }
        read
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Opening<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
