/** Browsers and systems, spelled as their makers do. */
export const deviceMessages = {
  edge: 'Edge',
  opera: 'Opera',
  firefox: 'Firefox',
  chrome: 'Chrome',
  safari: 'Safari',
  iphone: 'iPhone',
  ipad: 'iPad',
  android: 'Android',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
} as const
