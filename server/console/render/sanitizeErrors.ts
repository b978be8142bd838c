import { isRouteErrorResponse } from 'react-router'
import type { StaticHandlerContext } from 'react-router'
import { isPageFailure } from '#client/app.tsx'

type RouteErrors = NonNullable<StaticHandlerContext['errors']>

/**
 * Returns errors as visitors may see them: those that a loader created, else "internal" with the
 * request ID. `report` gets the cause.
 */
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
      // React Router's own rejections (a form sent to a page without an action) are the visitor's
      // errors, not ours.
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

/**
 * Creates an object that React Router recognizes as an error response, on the server and after
 * hydration.
 */
const createErrorResponse = (status: number, data: object) => ({
  status,
  statusText: '',
  internal: false,
  data,
  __type: 'RouteErrorResponse',
})
