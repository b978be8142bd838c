import { isRouteErrorResponse, useMatches, useRouteError, useLocation } from 'react-router'
import { buildBreadcrumbs } from '#shared/navigation/breadcrumbs.ts'
import { messages } from '#shared/messages.ts'
import { isPageFailure } from '../runtime/failures.ts'
import type { PageFailure } from '../runtime/failures.ts'
import { formatPageFailure } from '../runtime/formatError.ts'
import { getCurrentRoute } from '../runtime/pageTitle.ts'
import { ButtonLink, Button } from '../ui/Button.tsx'
import { StateMessage } from '../ui/StateMessage.tsx'

/**
 * Replaces a page that failed: forbidden, not found, not available, no response, or an error of
 * ours.
 */
export function RouteFailure() {
  const error = useRouteError()
  const route = getCurrentRoute(useMatches())
  const failure: PageFailure =
    isRouteErrorResponse(error) && isPageFailure(error.data) ? error.data : { code: 'internal' }
  if (failure.code === 'forbidden')
    return (
      <StateMessage
        title={messages.forbidden.title}
        actions={
          route && (
            <ButtonLink color="white" to={`/permissions?search=${encodeURIComponent(route.path)}`}>
              {messages.forbidden.see}
            </ButtonLink>
          )
        }
      >
        <p>
          {failure.permission
            ? messages.forbidden.text(failure.permission)
            : messages.forbidden.unnamed}
        </p>
        <p>{messages.forbidden.who}</p>
      </StateMessage>
    )
  return (
    <StateMessage
      role="alert"
      title={messages.failures.title}
      actions={
        failure.code === 'not_found' ? <ParentPageLink /> : <RetryForm code={failure.code} />
      }
    >
      <p>{formatPageFailure(failure)}</p>
      {failure.requestId && <p>{messages.failures.requestId(failure.requestId)}</p>}
    </StateMessage>
  )
}

/** Links to the page above, since retrying can't bring back what is gone. */
function ParentPageLink() {
  const matches = useMatches()
  const parentPage = buildBreadcrumbs(
    getCurrentRoute(matches)?.path ?? '',
    matches.at(-1)?.params ?? {},
  ).at(-2)
  return (
    parentPage && (
      <ButtonLink to={parentPage.to}>{messages.failures.leave(parentPage.title)}</ButtonLink>
    )
  )
}

/** Reloads the page with a form rather than a script, so that retrying works before hydration. */
export function RetryForm({ code }: Pick<PageFailure, 'code'>) {
  const { pathname, search } = useLocation()
  const params = [...new URLSearchParams(search)]
  return (
    <form action={pathname} method="get">
      {params.map(([name, value], index) => (
        <input key={`${index}-${name}`} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">
        {code === 'chunk' ? messages.failures.reload : messages.failures.retry}
      </Button>
    </form>
  )
}
