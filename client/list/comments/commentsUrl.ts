import { afterCommentParam, commentsParam, editCommentParam } from '#shared/engine/commentParams.ts'

type PageUrl = { pathname: string; search: string }

/** Builds the URL of the same page with these parameters; null removes one. */
export function withCommentParams(
  { pathname, search }: PageUrl,
  changes: Partial<
    Record<
      typeof commentsParam | typeof editCommentParam | typeof afterCommentParam,
      number | string | null
    >
  >,
): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes))
    if (value === null) params.delete(name)
    else params.set(name, String(value))
  return params.size > 0 ? `${pathname}?${params}` : pathname
}

/** Builds the URL of the page without the panel of comments. */
export const buildUrlWithoutComments = (url: PageUrl): string =>
  withCommentParams(url, {
    [commentsParam]: null,
    [editCommentParam]: null,
    [afterCommentParam]: null,
  })
