import { useRef } from 'react'
import type { ReactNode } from 'react'
import { data, Form, redirect, useActionData, useLocation, useNavigation } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'
import { validateRequiredText } from '#shared/engine/fields/textRules.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { messages } from '#shared/messages.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { newPasswordField } from '#shared/areas/signIn/newPasswordField.ts'
import { acceptAccountLink, checkAccountLink } from '#shared/areas/users/invitationCalls.ts'
import type { LinkCheck } from '#shared/areas/users/invitationCalls.ts'
import { apiContext, notifyContext } from '#client/runtime/contexts.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import * as styles from './SignIn.css.ts'
import { invitationMessages } from './messages.ts'

/** The invited account, or why it couldn't be loaded. */
export type InvitationCheck = { link: LinkCheck } | { failure: 'gone' | 'unreachable' }
type InvitationRejection = {
  errors?: ValidationErrors
  failure?: Extract<InvitationCheck, { failure: string }>['failure']
}

const toInvitationFailure = (error: unknown) => {
  if (!(error instanceof ApiError)) throw error
  return error.status === 404 ? 'gone' : 'unreachable'
}

export async function loadInvitation({ context }: LoaderFunctionArgs, token: string) {
  try {
    return {
      link: await checkAccountLink(context.get(apiContext), token),
    } satisfies InvitationCheck
  } catch (error) {
    return { failure: toInvitationFailure(error) } satisfies InvitationCheck
  }
}

/** Sets the password and leads to the sign-in page. */
export async function acceptInvitation({ request, context }: ActionFunctionArgs, token: string) {
  const form = await request.formData()
  const password = String(form.get('password') ?? '')
  const error = password
    ? validateRequiredText(newPasswordField, password)
    : messages.validation.required(newPasswordField.label)
  if (error) return data<InvitationRejection>({ errors: { password: error } }, { status: 422 })
  if (form.get('again') !== password)
    return data<InvitationRejection>(
      { errors: { again: invitationMessages.mismatch } },
      { status: 422 },
    )
  try {
    const { sIdentifier } = await acceptAccountLink(context.get(apiContext), { token, password })
    const notice = sIdentifier === operatorIdentifier ? 'password-set' : 'store-admin-set'
    return redirect(context.get(notifyContext)('/', { notice }))
  } catch (rejection) {
    if (rejection instanceof ApiError && rejection.problem.fields)
      return data<InvitationRejection>({ errors: rejection.problem.fields }, { status: 422 })
    const failure = toInvitationFailure(rejection)
    return data<InvitationRejection>({ failure }, { status: failure === 'gone' ? 404 : 502 })
  }
}

export function InvitationPage({ invited }: { invited: InvitationCheck }) {
  const refusal = useActionData<InvitationRejection>()
  const { search } = useLocation()
  const busy = useNavigation().formData !== undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, refusal?.errors)
  const failure = refusal?.failure ?? ('failure' in invited ? invited.failure : undefined)
  if (failure === 'gone' || !('link' in invited))
    return (
      <InvitationCard
        title={failure === 'gone' ? invitationMessages.linkNotValid : signInMessages.title}
      >
        <p role="alert">
          {failure === 'gone'
            ? invitationMessages.linkNotValidExplanation
            : signInMessages.unreachable}
        </p>
        <ButtonLink to="/">{signInMessages.title}</ButtonLink>
      </InvitationCard>
    )
  const { email, purpose } = invited.link
  return (
    <InvitationCard
      title={purpose === 'invitation' ? invitationMessages.welcome : invitationMessages.newPassword}
    >
      <p className={styles.soft}>{invitationMessages.explanation(email)}</p>
      {failure && (
        <p role="alert" className={styles.refusal}>
          {signInMessages.unreachable}
        </p>
      )}
      <Form ref={form} method="post" action={`/${search}`} className={styles.form} noValidate>
        {/* Password managers save the password for this account. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextInput
          id="password"
          name="password"
          type="password"
          autoComplete="new-password"
          label={newPasswordField.label}
          hint={newPasswordField.hint}
          error={refusal?.errors?.['password']}
          required
        />
        <TextInput
          id="again"
          name="again"
          type="password"
          autoComplete="new-password"
          label={invitationMessages.confirmPassword}
          error={refusal?.errors?.['again']}
          required
        />
        <Button type="submit" loading={busy}>
          {invitationMessages.submit}
        </Button>
      </Form>
    </InvitationCard>
  )
}

function InvitationCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </div>
  )
}
