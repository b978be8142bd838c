import '#client/frame/signedIn.ts'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { data, Form, redirect, useActionData, useLocation, useNavigation } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { ApiFailure } from '#shared/engine/api.ts'
import { textError } from '#shared/engine/fields/textRules.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { messages } from '#shared/messages.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { newPassword } from '#shared/areas/users/accountFields.ts'
import { acceptLink, checkLink } from '#shared/areas/users/userCalls.ts'
import type { LinkCheck } from '#shared/areas/users/userCalls.ts'
import { apiContext, tellContext } from '#client/runtime/contexts.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { useFocusOnRefusal } from '#client/ui/inputs/focusFirstInvalid.ts'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import * as styles from './SignIn.css.ts'
import { invitationMessages as say } from './messages.ts'

/** Whom the link is for, or why that cannot be said. */
export type Invited = { link: LinkCheck } | { failure: 'gone' | 'unreachable' }
type Refusal = { errors?: FieldErrors; failure?: Extract<Invited, { failure: string }>['failure'] }

const failureOf = (error: unknown) => {
  if (!(error instanceof ApiFailure)) throw error
  return error.status === 404 ? 'gone' : 'unreachable'
}

export async function loadInvitation({ context }: LoaderFunctionArgs, token: string) {
  try {
    return { link: await checkLink(context.get(apiContext), token) } satisfies Invited
  } catch (error) {
    return { failure: failureOf(error) } satisfies Invited
  }
}

/** Sets the password; who did it signs in with it. */
export async function accept({ request, context }: ActionFunctionArgs, token: string) {
  const form = await request.formData()
  const password = String(form.get('password') ?? '')
  const error = password
    ? textError(newPassword, password)
    : messages.validation.required(newPassword.label)
  if (error) return data<Refusal>({ errors: { password: error } }, { status: 422 })
  if (form.get('again') !== password)
    return data<Refusal>({ errors: { again: say.mismatch } }, { status: 422 })
  try {
    const { sIdentifier } = await acceptLink(context.get(apiContext), { token, password })
    const notice = sIdentifier === operatorIdentifier ? 'password-set' : 'store-admin-set'
    return redirect(context.get(tellContext)('/', { notice }))
  } catch (refused) {
    if (refused instanceof ApiFailure && refused.problem.fields)
      return data<Refusal>({ errors: refused.problem.fields }, { status: 422 })
    const failure = failureOf(refused)
    return data<Refusal>({ failure }, { status: failure === 'gone' ? 404 : 502 })
  }
}

export function AcceptInvitation({ invited }: { invited: Invited }) {
  const refusal = useActionData<Refusal>()
  const { search } = useLocation()
  const busy = useNavigation().formData !== undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(form, refusal?.errors)
  const failure = refusal?.failure ?? ('failure' in invited ? invited.failure : undefined)
  if (failure === 'gone' || !('link' in invited))
    return (
      <Card title={failure === 'gone' ? say.linkNotValid : signInMessages.title}>
        <p role="alert">
          {failure === 'gone' ? say.linkNotValidExplanation : signInMessages.unreachable}
        </p>
        <ButtonLink to="/">{signInMessages.title}</ButtonLink>
      </Card>
    )
  const { email, purpose } = invited.link
  return (
    <Card title={purpose === 'invitation' ? say.welcome : say.newPassword}>
      <p className={styles.soft}>{say.explanation(email)}</p>
      {failure && (
        <p role="alert" className={styles.refusal}>
          {signInMessages.unreachable}
        </p>
      )}
      <Form ref={form} method="post" action={`/${search}`} className={styles.form} noValidate>
        {/* Password managers keep the password for this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextInput
          id="password"
          name="password"
          type="password"
          autoComplete="new-password"
          label={newPassword.label}
          hint={newPassword.hint}
          error={refusal?.errors?.['password']}
          required
        />
        <TextInput
          id="again"
          name="again"
          type="password"
          autoComplete="new-password"
          label={say.confirmPassword}
          error={refusal?.errors?.['again']}
          required
        />
        <Button type="submit" loading={busy}>
          {say.submit}
        </Button>
      </Form>
    </Card>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </div>
  )
}
