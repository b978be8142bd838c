import { boolean, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

/** The calls that need no sign-in, for links in emails to an operator. */
export const alertLinkPaths = {
  check: '/alertLinks/check',
  respond: '/alertLinks/respond',
} as const

const PersonalAlertSchema = type({
  /** The address of the operator whose email has the link. */
  email: string(),
  title: string(),
  detail: nullable(string()),
  isOpen: boolean(),
  isYours: boolean(),
  snoozedUntil: nullable(string()),
})
export type PersonalAlert = Infer<typeof PersonalAlertSchema>

/**
 * POST /alertLinks/check: the alert of a link in an email to an operator. Fails with 404 if the
 * link doesn't work without sign-in.
 */
export async function checkAlertLink(api: Api, token: string): Promise<PersonalAlert> {
  const path = alertLinkPaths.check
  return parseResponse(
    PersonalAlertSchema,
    (await api.send({ method: 'POST', path, body: { token } })).body,
  )
}

/** What a link in an email to an operator can do without sign-in. */
export const linkActions = ['acknowledge', 'snooze'] as const
export type LinkAction = (typeof linkActions)[number]

/** POST /alertLinks/respond: assigns the alert to the operator, or snoozes it for a day. */
export async function respondByLink(
  api: Api,
  body: { token: string; action: LinkAction },
): Promise<void> {
  await api.send({ method: 'POST', path: alertLinkPaths.respond, body })
}
