/**
 * Normalizes path and query so that console and platform read the same path; null if that isn't
 * possible (http.md "Proxy", Path).
 */
export function normalizePath(target: string): string | null {
  const queryStart = target.indexOf('?')
  const [path, query] =
    queryStart < 0 ? [target, ''] : [target.slice(0, queryStart), target.slice(queryStart)]
  const rebuilt = /^(?:\/[\w~-][\w.~-]*)+$/.test(path) ? path : normalizePathname(path)
  const search = normalizeQuery(query)
  return rebuilt === null || search === null ? null : rebuilt + search
}

function normalizePathname(path: string): string | null {
  if (path === '' || path === '/') return '/'
  if (!path.startsWith('/') || /[;\\#]|[^!-~]/.test(path)) return null
  const segments = path.slice(1).split('/')
  const encoded = segments.map((segment, index) =>
    segment === '' && index === segments.length - 1 ? '' : normalizeSegment(segment),
  )
  return encoded.includes(null) ? null : `/${encoded.join('/')}`
}

function normalizeSegment(segment: string): string | null {
  const decoded = decodeOrNull(segment)
  if (decoded === null || segment === '' || isUnsafeSegment(decoded)) return null
  const decodedTwice = decodeOrNull(decoded)
  // A lone percent sign is plain text. Only what decodes a second time can hide something.
  return decodedTwice !== null && isUnsafeSegment(decodedTwice) ? null : encodeURIComponent(decoded)
}

const isUnsafeSegment = (text: string) => text === '.' || text === '..' || /[/\\\p{Cc}]/u.test(text)

function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Escapes characters that aren't allowed in a query. Its values can contain anything but NUL. */
function normalizeQuery(query: string): string | null {
  if (query === '') return ''
  if (/[\\#]|[^!-~]|%00|%(?![\da-f]{2})/i.test(query)) return null
  return query.replaceAll(/["<>^`{|}]/g, encodeURIComponent)
}
