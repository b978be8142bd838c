// Loaded before a measured program (`--import`). Sends the program's usage to the parent on
// request.
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ type: 'usage', cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss() })
})
// The channel must not keep the program alive.
process.channel?.unref()
