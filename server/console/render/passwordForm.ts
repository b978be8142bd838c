import { createActor, fromPromise, waitFor } from 'xstate'
import { newIdempotencyKey, reasonOf } from '#client/app.tsx'
import type { PasswordFormInput } from '#client/app.tsx'
import type { NotificationInput } from '#machines/notifications.ts'
import { isOpen, isSending, resetPasswordMachine } from '#machines/resetPassword.ts'
import type { PasswordChange, PasswordForm } from '#machines/resetPassword.ts'
import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { withNotice } from '#shared/navigation/notice.ts'
import { generatePassword, secureRandom } from '#shared/areas/signIn/password.ts'
import {
  asksForPassword,
  passwordIntent,
  passwordIntents,
  withoutPassword,
} from '#shared/navigation/passwordAddress.ts'
import type { PasswordChangeErrors } from '#shared/areas/signIn/passwordChange.ts'
import { changePassword } from '#shared/engine/platformCalls.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import type { Visitor } from '../signIn/cookies.ts'

type PasswordOutcome = {
  changed: boolean
  status: number
  sent?: PasswordForm
  failure?: NotificationInput
  retryAfter?: number | undefined
}

/** Runs the modal's machine for its form; null for any other. Refused, the modal shows again, without the passwords that were typed. */
export async function answerPasswordForm(
  request: Request,
  api: Api,
  visitor: Visitor | null,
): Promise<PasswordOutcome | null> {
  if (request.method !== 'POST' || !visitor || !asksForPassword(new URL(request.url).search))
    return null
  const form = await request.clone().formData()
  if (!form.has(passwordIntent)) return null
  const sent = sentWith(form)
  const refusals: unknown[] = []
  const machine = resetPasswordMachine.provide({
    actors: {
      changePassword: fromPromise<void, PasswordChange>(({ input: change }) =>
        changePassword(api, { id: visitor.userId, ...change }, keyOf(form)),
      ),
    },
    actions: {
      announceSuccess: () => undefined,
      announceFailure: (_, { error }) => void refusals.push(error),
    },
  })
  const generate = () => generatePassword(secureRandom)
  const actor = createActor(machine, { input: { generate, open: true, form: sent } }).start()
  const generates = form.get(passwordIntent) === passwordIntents.generate
  actor.send({ type: generates ? 'password.generate' : 'password.submit' })
  const snapshot = await waitFor(actor, (now) => !isSending(now))
  actor.stop()
  if (refusals.length > 0) return refused(sent, refusals[0])
  if (!isOpen(snapshot)) return { changed: true, status: 303 }
  const { values, errors, revealed } = snapshot.context
  if (generates) {
    // What was made for the operator is shown; what was typed is not.
    const made = { ...values, currentPassword: '' }
    return { changed: false, status: 200, sent: { values: made, errors, revealed } }
  }
  return { changed: false, status: 422, sent: { ...sent, values: unsent, errors } }
}

const unsent = { currentPassword: '', password: '', confirmPassword: '' }

const sentWith = (form: FormData): PasswordForm => ({
  values: {
    currentPassword: textOf(form, 'currentPassword'),
    password: textOf(form, 'password'),
    confirmPassword: textOf(form, 'confirmPassword'),
  },
  errors: {},
  revealed: false,
})

const textOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

const keyOf = (form: FormData) => textOf(form, 'writeKey') || newIdempotencyKey()

function refused(sent: PasswordForm, error: unknown): PasswordOutcome {
  if (!(error instanceof ApiFailure)) throw error
  const { currentPassword, new_password, confirmPassword } = error.problem.fields ?? {}
  const errors: PasswordChangeErrors = {
    ...(currentPassword && { currentPassword }),
    ...(new_password && { password: new_password }),
    ...(confirmPassword && { confirmPassword }),
  }
  const { status, retryAfter } = error
  if (Object.keys(errors).length > 0)
    return { changed: false, status, retryAfter, sent: { ...sent, values: unsent, errors } }
  const text = reasonOf(error, resetPasswordMessages.what)
  const failure = {
    type: 'error',
    title: resetPasswordMessages.failed,
    text,
    timeout: false,
  } as const
  return { changed: false, status, retryAfter, sent: { ...sent, values: unsent }, failure }
}

export function passwordFormInput(
  address: string,
  outcome: PasswordOutcome | null,
): PasswordFormInput | null {
  if (!asksForPassword(queryOf(address))) return null
  return { writeKey: newIdempotencyKey(), ...(outcome?.sent && { sent: outcome.sent }) }
}

export const afterPassword = (address: string): string =>
  withNotice(address.split('?')[0] + withoutPassword(queryOf(address)), {
    notice: 'password-changed',
  })

const queryOf = (address: string) => new URL(address, 'http://console').search
