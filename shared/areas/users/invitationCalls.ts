import { number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

/** The calls that need no sign-in. */
export const invitationPaths = {
  check: '/invitations/check',
  accept: '/invitations/accept',
} as const

const LinkCheckSchema = type({ email: string(), purpose: string(), expiresAt: string() })
export type LinkCheck = Infer<typeof LinkCheckSchema>

/**
 * POST /invitations/check: the account that a link is for. Fails with 404 if the link no longer
 * works.
 */
export async function checkAccountLink(api: Api, token: string): Promise<LinkCheck> {
  const path = invitationPaths.check
  return parseResponse(
    LinkCheckSchema,
    (await api.send({ method: 'POST', path, body: { token } })).body,
  )
}

const AcceptedLink = type({ email: string(), sIdentifier: number() })

/**
 * POST /invitations/accept: sets the password and uses up the link. Fails with 404 if the link no
 * longer works, or with 422 and `fields`.
 */
export async function acceptAccountLink(
  api: Api,
  body: { token: string; password: string },
): Promise<Infer<typeof AcceptedLink>> {
  const path = invitationPaths.accept
  return parseResponse(AcceptedLink, (await api.send({ method: 'POST', path, body })).body)
}
