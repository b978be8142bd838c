import { isRouteErrorResponse } from 'react-router'
import type { StaticHandlerContext } from 'react-router'
import { isPageFailure } from '#client/app.tsx'

type RouteErrors = NonNullable<StaticHandlerContext['errors']>

/** Errors as visitors may see them: those a loader chose, else "internal" with the request's id; `report` has the cause. */
export function sanitizeErrors(
  errors: RouteErrors,
  requestId: string,
  report: (cause: unknown) => void,
): RouteErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([route, error]) => {
      const isResponse = isRouteErrorResponse(error)
      if (isResponse && isPageFailure(error.data))
        return [route, createErrorResponse(error.status, { requestId, ...error.data })]
      // React Router's own refusals (a form sent where none is taken) are the visitor's, not faults of ours.
      const status = isResponse ? error.status : 500
      if (status >= 500) report(error)
      return [
        route,
        createErrorResponse(status, {
          code: status >= 500 ? 'internal' : 'bad_request',
          requestId,
        }),
      ]
    }),
  )
}

/** What React Router recognises as an error response, on this side and after hydration. */
const createErrorResponse = (status: number, data: object) => ({
  status,
  statusText: '',
  internal: false,
  data,
  __type: 'RouteErrorResponse',
})
