import { useLocation } from 'react-router'
import { messages } from '#shared/messages.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import { formatPageFailure } from '#client/runtime/formatError.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { Link } from '#client/ui/Link.tsx'
import * as layout from './Store.css.ts'

export const SectionFailure = ({ failure }: { failure: PageFailure }) => (
  <div className={layout.inset}>
    <FailureWithRetry failure={failure} />
  </div>
)

const { requestId: formatRequestId, retry } = messages.failures

/** Shows that a part of a tab couldn't be loaded, with a link to retry. */
export function FailureWithRetry({ failure }: { failure: PageFailure }) {
  const { pathname, search } = useLocation()
  const isOffered = failure.code !== 'not_offered'
  return (
    <>
      <p className={layout.soft}>{formatPageFailure(failure)}</p>
      {isOffered && failure.requestId && (
        <p className={layout.soft}>{formatRequestId(failure.requestId)}</p>
      )}
      {isOffered && (
        // Links to the current URL: JavaScript reloads the data, without it the whole page reloads.
        <Link
          to={pathname + removeFlash(search)}
          aria-label={failure.what && `${retry}: ${failure.what}`}
          preventScrollReset
        >
          {retry}
        </Link>
      )}
    </>
  )
}
