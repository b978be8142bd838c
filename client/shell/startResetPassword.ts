import { createActor, fromPromise, sendTo } from 'xstate'
import type { ActorRefFrom } from 'xstate'
import { resetPasswordMachine } from '#machines/resetPassword.ts'
import type { PasswordChange } from '#machines/resetPassword.ts'
import { ApiFailure } from '#shared/api.ts'
import type { Api } from '#shared/api.ts'
import { messages } from '#shared/messages.ts'
import { resetPasswordMessages } from '#shared/resetPasswordMessages.ts'
import { generatePassword, secureRandom } from '#shared/password.ts'
import { changePassword } from '#shared/platformCalls.ts'
import type { Actors } from '../actors.ts'
import { failureSentence } from '../failureSentence.ts'
import { newIdempotencyKey } from '../idempotencyKey.ts'

export type ResetPasswordActor = ActorRefFrom<typeof resetPasswordMachine>

/** Starts the machine of the Reset Password modal; it tells the outcome as a notification. */
export function startResetPassword({ session, notifications }: Actors, api: Api) {
  return createActor(
    resetPasswordMachine.provide({
      actors: {
        changePassword: fromPromise<void, PasswordChange>(({ input: change }) => {
          const id = session.getSnapshot().context.user?.id ?? ''
          return changePassword(api, { id, ...change }, newIdempotencyKey())
        }),
      },
      actions: {
        announceSuccess: sendTo(notifications, {
          type: 'notification.show',
          notification: { type: 'success', text: resetPasswordMessages.changed },
        }),
        announceFailure: sendTo(notifications, (_, { error }) => ({
          type: 'notification.show',
          notification: {
            type: 'error' as const,
            title: resetPasswordMessages.failed,
            text: reasonOf(error),
            timeout: false,
          },
        })),
      },
    }),
    { input: { generate: () => generatePassword(secureRandom) } },
  ).start()
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return messages.failures.internal
  const [first] = Object.values(error.problem.fields ?? {})
  return first ?? failureSentence({ ...error.problem, what: resetPasswordMessages.what })
}
