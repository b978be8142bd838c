const timestampPattern = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})$/

/**
 * Parses a time in milliseconds; null if it isn't one. Hours may be missing, and a comma may
 * replace the point.
 */
export function parseCaptionTime(text: string): number | null {
  const [, hours = '0', minutes, seconds, fraction] = timestampPattern.exec(text) ?? []
  if (minutes === undefined || seconds === undefined || fraction === undefined) return null
  if (Number(minutes) > 59 || Number(seconds) > 59) return null
  const totalSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return totalSeconds * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Formats milliseconds as HH:MM:SS.mmm. */
export function formatCaptionTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${clock}.${String(milliseconds % 1000).padStart(3, '0')}`
}

type CueTiming = { start: number; end: number; settings: string[] }

const timingPattern = /^[ \t]*([\d:.,]+)[ \t]*-->[ \t]*([\d:.,]+)/

/**
 * Parses a cue's timing line; null if players couldn't read it. Drops settings that players don't
 * support.
 */
export function parseCueTiming(line: string): CueTiming | null {
  const [matched = '', from = '', to = ''] = timingPattern.exec(line) ?? []
  const [start, end] = [parseCaptionTime(from), parseCaptionTime(to)]
  if (start === null || end === null) return null
  const settings = new Map<string, string>()
  for (const word of line.slice(matched.length).split(/[ \t]+/)) {
    const [name = '', value = ''] = splitOnce(word)
    if (isKnownSetting(name, value)) settings.set(name, value)
  }
  return { start, end, settings: [...settings].map((pair) => pair.join(':')) }
}

const splitOnce = (word: string): [string, string] => {
  const index = word.indexOf(':')
  return [word.slice(0, Math.max(0, index)), word.slice(index + 1)]
}

const settingPatterns: Record<string, RegExp> = {
  vertical: /^(?:rl|lr)$/,
  line: /^(?:-?\d{1,4}|(?:100|\d{1,2})(?:\.\d{1,6})?%)(?:,(?:start|center|end))?$/,
  position: /^(?:100|\d{1,2})(?:\.\d{1,6})?%(?:,(?:line-left|center|line-right))?$/,
  size: /^(?:100|\d{1,2})(?:\.\d{1,6})?%$/,
  align: /^(?:start|center|end|left|right)$/,
  region: /^[\w.-]{1,100}$/,
}

const isKnownSetting = (name: string, value: string): boolean =>
  Object.hasOwn(settingPatterns, name) && settingPatterns[name]?.test(value) === true
