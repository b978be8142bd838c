import { enums, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

/** Whether an email has a text that operators can read; it's masked for those who see no members. */
export const emailTextStates = ['saved', 'none', 'masked'] as const

const EmailText = type({
  state: enums(emailTextStates),
  /** Without links and codes; null unless the state is `saved`. */
  text: nullable(string()),
  /** When the text is deleted; null if it isn't, or not yet known. */
  savedUntil: nullable(string()),
})
export type EmailText = Infer<typeof EmailText>

/** GET /mails/ID/text: the text of an email to a member, if it's saved. */
export async function loadEmailText(api: Api, id: number, signal: AbortSignal): Promise<EmailText> {
  const path = `/mails/${id}/text`
  return parseResponse(EmailText, (await api.send({ method: 'GET', path, signal })).body)
}
