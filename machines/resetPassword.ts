import { assertEvent, assign, fromPromise, raise, setup, stateIn } from 'xstate'
import type { SnapshotFrom } from 'xstate'
import { validatePasswordChange } from '#shared/areas/signIn/passwordChange.ts'
import type {
  PasswordChangeErrors,
  PasswordChangeValues,
} from '#shared/areas/signIn/passwordChange.ts'
import { throwNotProvided } from './notProvided.ts'

export interface PasswordForm {
  values: PasswordChangeValues
  errors: PasswordChangeErrors
  /** Whether the passwords show as text, as they must after one was generated. */
  revealed: boolean
}

interface ResetPasswordInput {
  /** Generates a password; a parameter because randomness is an effect. */
  generate: () => string
  open: boolean
  form?: PasswordForm | undefined
}

/** Payload of the change (spec.md section 3); the provider of `changePassword` adds the `id`. */
export interface PasswordChangeInput {
  currentPassword: string
  new_password: string
  confirmPassword: string
}

type PasswordField = keyof PasswordChangeValues

interface ResetPasswordContext extends PasswordForm {
  generate: () => string
  startsOpen: boolean
  /** Fields the operator has left or changed: only these show an error before the first submit. */
  visited: PasswordField[]
}

type ResetPasswordEvent =
  | { type: 'modal.open' }
  | { type: 'modal.close' }
  | { type: 'password.generate' }
  | { type: 'field.change'; field: PasswordField; value: string }
  | { type: 'field.blur'; field: PasswordField }
  | { type: 'password.submit' }
  /** Sent from the modal to the request, inside this machine only. */
  | { type: 'change.send'; change: PasswordChangeInput }

const allFields: PasswordField[] = ['currentPassword', 'password', 'confirmPassword']

const blankForm = {
  values: { currentPassword: '', password: '', confirmPassword: '' },
  errors: {},
  visited: [],
  revealed: false,
} satisfies Omit<ResetPasswordContext, 'generate' | 'startsOpen'>

/** Returns the values and errors of all visited fields, so a mismatch clears from either side. */
function validatePasswordForm(values: PasswordChangeValues, visited: PasswordField[]) {
  const allErrors = validatePasswordChange(values)
  const errors: PasswordChangeErrors = {}
  for (const field of visited) if (allErrors[field] !== undefined) errors[field] = allErrors[field]
  return { values, visited: [...new Set(visited)], errors }
}

/**
 * Reset Password modal and its request, which outlives the modal (spec.md sections 2, 4, and 5).
 * Callers provide `changePassword`, `announceSuccess`, and `announceFailure`.
 */
export const resetPasswordMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: ResetPasswordContext
    events: ResetPasswordEvent
    input: ResetPasswordInput
    tags: 'open' | 'sending'
  },
  actors: {
    changePassword: fromPromise<void, PasswordChangeInput>(async () =>
      throwNotProvided('changePassword'),
    ),
  },
  actions: {
    announceSuccess: () => throwNotProvided('announceSuccess'),
    announceFailure: (_, { error }: { error: unknown }) =>
      throwNotProvided('announceFailure', error),
    change: assign(({ context }, { field, value }: { field: PasswordField; value: string }) =>
      validatePasswordForm({ ...context.values, [field]: value }, [...context.visited, field]),
    ),
    visit: assign(({ context }, { field }: { field: PasswordField }) =>
      validatePasswordForm(context.values, [...context.visited, field]),
    ),
    generate: assign(({ context }) => {
      const password = context.generate()
      const values = { ...context.values, password, confirmPassword: password }
      return { ...validatePasswordForm(values, context.visited), revealed: true }
    }),
    showErrors: assign(({ context }) => validatePasswordForm(context.values, allFields)),
    // The event carries the values, because closing wipes them.
    sendChange: raise(({ context: { values } }) => ({
      type: 'change.send',
      change: {
        currentPassword: values.currentPassword,
        new_password: values.password,
        confirmPassword: values.confirmPassword,
      },
    })),
    wipe: assign(blankForm),
  },
  guards: {
    startsOpen: ({ context }) => context.startsOpen,
    hasErrors: ({ context }) => Object.keys(validatePasswordChange(context.values)).length > 0,
    isFree: stateIn({ request: 'idle' }),
  },
}).createMachine({
  id: 'resetPassword',
  description:
    'The Reset Password modal, and its request, which continues after the modal has closed.',
  context: ({ input }) => ({
    ...blankForm,
    ...input.form,
    generate: input.generate,
    startsOpen: input.open,
  }),
  type: 'parallel',
  states: {
    modal: {
      initial: 'starting',
      states: {
        starting: {
          always: [{ guard: 'startsOpen', target: 'open' }, { target: 'closed' }],
        },
        closed: {
          // No password stays in memory behind a closed modal.
          entry: 'wipe',
          on: { 'modal.open': 'open' },
        },
        open: {
          tags: 'open',
          on: {
            'modal.close': 'closed',
            'password.generate': { actions: 'generate' },
            'field.change': { actions: { type: 'change', params: ({ event }) => event } },
            'field.blur': { actions: { type: 'visit', params: ({ event }) => event } },
            'password.submit': [
              { guard: 'hasErrors', actions: 'showErrors' },
              {
                guard: 'isFree',
                target: 'closed',
                actions: 'sendChange',
              },
            ],
          },
        },
      },
    },
    request: {
      initial: 'idle',
      states: {
        idle: { on: { 'change.send': 'sending' } },
        sending: {
          tags: 'sending',
          invoke: {
            id: 'changePassword',
            src: 'changePassword',
            input: ({ event }) => {
              assertEvent(event, 'change.send')
              return event.change
            },
            onDone: { target: 'idle', actions: 'announceSuccess' },
            onError: {
              target: 'idle',
              actions: { type: 'announceFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
})

type ResetPasswordSnapshot = SnapshotFrom<typeof resetPasswordMachine>

export const isModalOpen = (snapshot: ResetPasswordSnapshot) => snapshot.hasTag('open')

/** Whether a change is being sent; the Change Password button shows as loading. */
export const isSending = (snapshot: ResetPasswordSnapshot) => snapshot.hasTag('sending')
