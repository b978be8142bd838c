import { useRef, useState } from 'react'
import {
  data,
  Form,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
} from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { useSelector } from '@xstate/react'
import { waitFor } from 'xstate'
import { isAuthenticated, isSigningInOrOut, needsSecondFactor } from '#machines/session.ts'
import type { SignInFailure } from '#machines/session.ts'
import { getGoogleFailureMessage, buildSignInSearch } from '#shared/areas/signIn/googleSignIn.ts'
import { getProviderFailureMessage } from '#shared/areas/signIn/providerPaths.ts'
import { parseAlertToken } from '#shared/areas/alerts/alertPath.ts'
import type { PersonalAlert } from '#shared/areas/alerts/alertLinkCalls.ts'
import { homePath, toSafePath } from '#shared/navigation/guard.ts'
import { factorParam } from '#shared/areas/signIn/factorUrl.ts'
import { messages } from '#shared/messages.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import type { RuleFunction } from '#client/ui/inputs/rules.ts'
import { validateCredentials, signInFields } from '#shared/areas/signIn/signIn.ts'
import { validateRequiredText } from '#shared/engine/fields/textRules.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { useActors, useFacts } from '#client/runtime/ConsoleContext.tsx'
import type { Actors } from '#client/runtime/actors.ts'
import { actorsContext } from '#client/runtime/contexts.ts'
import { Button } from '#client/ui/Button.tsx'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { useCommittedChange } from '#client/ui/inputs/useCommittedChange.ts'
import { useFocusRestoreHandlers } from '#client/ui/focus/useFocusRestoreHandlers.ts'
import { AlertLinkBox, loadAlertLink, respondToAlert } from './AlertLinkBox.tsx'
import { acceptInvitation, InvitationPage, loadInvitation } from './InvitationPage.tsx'
import type { InvitationCheck } from './InvitationPage.tsx'
import { GoogleForm } from './GoogleForm.tsx'
import { formatSignInFailure } from './formatSignInFailure.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { ProviderForms } from './ProviderForms.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { submitSecondFactor } from './submitSecondFactor.ts'
import * as styles from './SignIn.css.ts'

type SignInRejection = { email: string; errors?: ValidationErrors; failure?: SignInFailure }

const statusBySignInFailure: Record<string, number> = {
  refused: 401,
  wrong_factor: 401,
  challenge_expired: 401,
  throttled: 429,
  unreachable: 502,
  timeout: 504,
  busy: 503,
}

type SignInData = InvitationCheck | { alert: PersonalAlert } | null

/** Loads the invitation in the URL, or the alert that a link in an email leads to, if any. */
export async function loader(args: LoaderFunctionArgs): Promise<SignInData> {
  const token = getInvitationToken(args.request.url)
  if (token !== null) return loadInvitation(args, token)
  chooseSecondStep(args)
  const alertToken = getAlertToken(args.request.url)
  if (alertToken === null) return null
  const alert = await loadAlertLink(args, alertToken)
  return alert && { alert }
}

/** Shows the way to confirm that the URL names, if the account has it. */
function chooseSecondStep({ request, context }: LoaderFunctionArgs): void {
  const choice = new URL(request.url).searchParams.get(factorParam)
  if (choice === 'totp' || choice === 'passkey' || choice === 'recovery' || choice === 'lockedOut')
    context.get(actorsContext).session.send({ type: 'factor.choose', choice })
}

const getAlertToken = (url: string) => parseAlertToken(new URL(url).searchParams.get('next'))

const getInvitationToken = (url: string) => new URL(url).searchParams.get('invitation')

/**
 * Signs in through the session machine, on the side where the form was submitted, or accepts an
 * invitation.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const token = getInvitationToken(request.url)
  if (token !== null) return acceptInvitation(args, token)
  const form = await request.formData()
  const alertToken = getAlertToken(request.url)
  if (alertToken !== null && form.has('respond')) return respondToAlert(args, alertToken, form)
  const { session } = context.get(actorsContext)
  if (form.has('factor') || form.has('passkey') || form.has('cancel')) {
    const code = submitSecondFactor(session, form)
    if (code) return data<SignInRejection>({ email: '', errors: { code } }, { status: 422 })
    return finishSignIn(request.url, session, '')
  }
  const credentials = {
    email: String(form.get('email') ?? '').trim(),
    password: String(form.get('password') ?? ''),
  }
  const { email } = credentials
  const errors = validateCredentials(credentials)
  if (Object.keys(errors).length > 0)
    return data<SignInRejection>({ email, errors }, { status: 422 })

  session.send({ type: 'login.submit', credentials })
  return finishSignIn(request.url, session, email)
}

type Session = Actors['session']

/** Waits for the session machine, and opens the requested page if the visitor is signed in. */
async function finishSignIn(url: string, session: Session, email: string) {
  const finalSnapshot = await waitFor(session, (snapshot) => !isSigningInOrOut(snapshot))
  if (isAuthenticated(finalSnapshot)) {
    const next = toSafePath(new URL(url).searchParams.get('next'))
    return redirect(next ?? homePath)
  }
  const { failure } = finalSnapshot.context
  // The password was correct, or the visitor gave up. The page shows the machine's state.
  if (!failure) return data<SignInRejection>({ email })
  const headers = failure.retryAfter ? { 'retry-after': String(failure.retryAfter) } : {}
  return data<SignInRejection>(
    { email, failure },
    { status: statusBySignInFailure[failure.code] ?? 500, headers },
  )
}

type SignInFieldName = keyof typeof signInFields

const createFieldRule =
  (name: SignInFieldName): RuleFunction =>
  (value) =>
    validateRequiredText(signInFields[name], name === 'email' ? value.trim() : value) ?? true

export function Component() {
  const loaded = useLoaderData<SignInData>()
  const { session } = useActors()
  const isSecondStep = useSelector(session, needsSecondFactor)
  const failure = useActionData<SignInRejection>()?.failure
  if (loaded && !('alert' in loaded)) return <InvitationPage invited={loaded} />
  if (isSecondStep) return <SecondFactor failure={failure} />
  return <SignInForm alert={loaded?.alert ?? null} />
}

function SignInForm({ alert }: { alert: PersonalAlert | null }) {
  const { session } = useActors()
  const { google, passkeys } = useFacts()
  const busy = useSelector(session, isSigningInOrOut)
  const navigation = useNavigation()
  const refusal = useActionData<SignInRejection>()
  const { search } = useLocation()
  const [shown, setShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, refusal?.errors)
  const sending = busy || navigation.state === 'submitting'
  const keepFocus = useFocusRestoreHandlers(form, String(sending))
  // An error is shown until its field is changed.
  const [changed, setChanged] = useState<{ since?: SignInRejection; names: string[] }>({
    names: [],
  })
  useCommittedChange(form, ({ name }) => {
    if (refusal)
      setChanged({
        since: refusal,
        names: changed.since === refusal ? [...changed.names, name] : [name],
      })
  })
  const getFieldError = (name: SignInFieldName) =>
    changed.since === refusal && changed.names.includes(name) ? undefined : refusal?.errors?.[name]
  const params = new URLSearchParams(search)
  const nextSearch = buildSignInSearch(params.get('next'))
  // The error from Google or another provider is shown until a password is submitted.
  const failure = refusal?.failure
    ? formatSignInFailure(refusal.failure)
    : (getGoogleFailureMessage(params) ?? getProviderFailureMessage(params))
  return (
    <div className={styles.page}>
      {alert && <AlertLinkBox alert={alert} />}
      <div className={styles.card}>
        <div>
          <p className={styles.soft}>{messages.product}</p>
          <h1 className={styles.title}>{signInMessages.title}</h1>
        </div>
        {nextSearch && <p className={styles.soft}>{signInMessages.goOn}</p>}
        {failure && (
          <p role="alert" className={styles.refusal}>
            {failure}
          </p>
        )}
        <Form
          ref={form}
          method="post"
          action={`/${nextSearch}`}
          className={styles.form}
          noValidate
          {...keepFocus}
        >
          <TextInput
            id="email"
            name="email"
            type="email"
            autoComplete={passkeys ? 'username webauthn' : 'username'}
            label={signInFields.email.label}
            defaultValue={refusal?.email}
            error={getFieldError('email')}
            rules={createFieldRule('email')}
            required
            autoFocus
          />
          <div className={styles.password}>
            <TextInput
              id="password"
              name="password"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              label={signInFields.password.label}
              error={getFieldError('password')}
              rules={createFieldRule('password')}
              required
            />
            <label className={styles.show}>
              <input type="checkbox" onChange={(event) => setShown(event.currentTarget.checked)} />
              {signInMessages.showPassword}
            </label>
          </div>
          <Button type="submit" loading={sending}>
            {signInMessages.submit}
          </Button>
        </Form>
        {passkeys && <PasskeyButton action={`/${nextSearch}`} />}
        {google && <GoogleForm whereTo={nextSearch} />}
        <ProviderForms whereTo={nextSearch} />
      </div>
    </div>
  )
}
