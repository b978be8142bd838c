/** Path and query rebuilt so that console and platform read the same path; null where that cannot be (http.md "Proxy", Path). */
export function proxyPath(target: string): string | null {
  const cut = target.indexOf('?')
  const [path, query] = cut < 0 ? [target, ''] : [target.slice(0, cut), target.slice(cut)]
  const rebuilt = /^(?:\/[\w~-][\w.~-]*)+$/.test(path) ? path : rebuiltPath(path)
  const search = encodedQuery(query)
  return rebuilt === null || search === null ? null : rebuilt + search
}

function rebuiltPath(path: string): string | null {
  if (path === '' || path === '/') return '/'
  if (!path.startsWith('/') || /[;\\#]|[^!-~]/.test(path)) return null
  const segments = path.slice(1).split('/')
  const encoded = segments.map((segment, index) =>
    segment === '' && index === segments.length - 1 ? '' : encodedSegment(segment),
  )
  return encoded.includes(null) ? null : `/${encoded.join('/')}`
}

function encodedSegment(segment: string): string | null {
  const once = decoded(segment)
  if (once === null || segment === '' || isDangerous(once)) return null
  const twice = decoded(once)
  // Text with a lone percent sign is text: only what decodes again can hide something.
  return twice !== null && isDangerous(twice) ? null : encodeURIComponent(once)
}

const isDangerous = (text: string) => text === '.' || text === '..' || /[/\\\p{Cc}]/u.test(text)

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Values of a query may hold anything but NUL; what is not legal in a query is escaped. */
function encodedQuery(query: string): string | null {
  if (query === '') return ''
  if (/[\\#]|[^!-~]|%00|%(?![\da-f]{2})/i.test(query)) return null
  return query.replaceAll(/["<>^`{|}]/g, encodeURIComponent)
}
