// Loaded before a measured program (`--import`): tells its parent what it used so far, whenever it is asked.
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ type: 'usage', cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss() })
})
// The channel alone must not keep the program alive.
process.channel?.unref()
