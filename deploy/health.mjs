// For a container's health check: ends with 0 when the portal in it is well.
const port = process.env.PORT ?? '3000'
const reply = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)
process.exit(reply?.ok ? 0 : 1)
