import { useRef, useState } from 'react'
import { Form, useActionData, useLocation, useNavigation, useSubmit } from 'react-router'
import { useSelector } from '@xstate/react'
import { getSecondFactor, getSecondStep, isSigningInOrOut } from '#machines/session.ts'
import type { SecondStep, SignInFailure } from '#machines/session.ts'
import { buildFactorUrl } from '#shared/areas/signIn/factorUrl.ts'
import { factorSignInMessages } from '#shared/areas/signIn/secondFactorMessages.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import { messages } from '#shared/messages.ts'
import { useActors } from '#client/runtime/ConsoleContext.tsx'
import { signWithPasskey } from '#client/runtime/passkeys.ts'
import { Button } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { formatSignInFailure } from './formatSignInFailure.ts'
import { secondFactorMessages } from './secondFactorMessages.ts'
import * as styles from './SignIn.css.ts'

/** Renders the second step of a sign-in, in the way that the session machine is in. */
export function SecondFactor({ failure: rejection }: { failure: SignInFailure | undefined }) {
  const { session } = useActors()
  const secondFactor = useSelector(session, getSecondFactor)
  const current = useSelector(session, getSecondStep)
  // While a code is being checked, the page stays as it is.
  const [shown, setShown] = useState<SecondStep>(current ?? 'totp')
  const step = current ?? shown
  if (step !== shown) setShown(step)
  const failure = rejection && formatFactorFailure(rejection, step)
  const next = new URLSearchParams(useLocation().search).get('next')
  const action = buildFactorUrl(step, next)
  const { title, explanation } = secondFactorMessages.steps[step]
  const { methods = [], options = null, setup = null } = secondFactor ?? {}
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <div>
          <p className={styles.soft}>{messages.product}</p>
          <h1 className={styles.title}>{title}</h1>
        </div>
        <p className={styles.soft}>{explanation}</p>
        {step === 'passkey' && failure && <Failure>{failure}</Failure>}
        {step === 'enrolling' && setup && <EnrollmentSetup {...setup} />}
        {step === 'passkey' && options && <PasskeyStep options={options} action={action} />}
        {(step === 'totp' || step === 'enrolling') && (
          <CodeForm method="totp" action={action} failure={failure} />
        )}
        {step === 'recovery' && <CodeForm method="recovery" action={action} failure={failure} />}
        <ul className={styles.ways}>
          {getOtherWays(step, methods).map((way) => (
            <li key={way}>
              <Link to={buildFactorUrl(way, next)}>{secondFactorMessages.ways[way]}</Link>
            </li>
          ))}
          <li>
            <Form method="post" action={action}>
              <button type="submit" name="cancel" value="1" className={styles.plain}>
                {secondFactorMessages.cancel}
              </button>
            </Form>
          </li>
        </ul>
      </div>
    </div>
  )
}

/** Says what is wrong with the second factor, in words of the way that was used. */
function formatFactorFailure(failure: SignInFailure, step: SecondStep): string {
  if (failure.code !== 'wrong_factor') return formatSignInFailure(failure)
  if (step === 'recovery') return factorSignInMessages.wrongRecoveryCode
  return step === 'passkey' ? signInMessages.wrongPasskey : factorSignInMessages.wrongCode
}

type Way = keyof typeof secondFactorMessages.ways

/** Returns the other ways of this account, and the way out for those who have none of them. */
function getOtherWays(step: SecondStep, methods: readonly string[]): Way[] {
  if (step === 'enrolling') return []
  const ways: Way[] = ['passkey', 'totp', 'recovery']
  const offered = ways.filter((way) => way !== step && methods.includes(way))
  return step === 'lockedOut' ? offered : [...offered, 'lockedOut']
}

const Failure = ({ children }: { children: string }) => (
  <p role="alert" className={styles.refusal}>
    {children}
  </p>
)

type CodeFormProps = { method: 'totp' | 'recovery'; action: string; failure: string | undefined }

function CodeForm({ method, action, failure }: CodeFormProps) {
  const { session } = useActors()
  const busy = useSelector(session, isSigningInOrOut)
  const sending = useNavigation().state === 'submitting' || busy
  const result = useActionData<{ errors?: Record<string, string> }>()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, result?.errors)
  const { label, submit } = secondFactorMessages.codes[method]
  const isTotp = method === 'totp'
  return (
    <Form ref={form} method="post" action={action} className={styles.form} noValidate>
      <input type="hidden" name="factor" value={method} />
      <TextInput
        key={method}
        id="code"
        name="code"
        label={label}
        inputMode={isTotp ? 'numeric' : 'text'}
        autoComplete={isTotp ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={result?.errors?.['code'] ?? failure}
        required
        autoFocus
      />
      <Button type="submit" loading={sending}>
        {submit}
      </Button>
    </Form>
  )
}

function PasskeyStep({ options, action }: { options: object; action: string }) {
  const submit = useSubmit()
  const [isAsking, setIsAsking] = useState(false)
  const [failed, setFailed] = useState(false)
  const use = async () => {
    setFailed(false)
    setIsAsking(true)
    try {
      const response = await signWithPasskey(options)
      const form = { factor: 'passkey', response: JSON.stringify(response) }
      if (response) await submit(form, { method: 'post', action })
    } catch {
      setFailed(true) // The browser says why in its own window.
    }
    setIsAsking(false)
  }
  return (
    <>
      <noscript>
        <p>{secondFactorMessages.needsScript}</p>
      </noscript>
      {failed && <Failure>{signInMessages.wrongPasskey}</Failure>}
      <Button loading={isAsking} onClick={() => void use()} data-scripted="" autoFocus>
        {secondFactorMessages.passkeyButton}
      </Button>
    </>
  )
}

/** Renders the QR code of a new authenticator app, and its secret for those who can't scan it. */
function EnrollmentSetup({ secret, qrCode }: { secret: string; qrCode: string }) {
  return (
    <div className={styles.setup}>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt={secondFactorMessages.qrCode}
        width="200"
        height="200"
      />
      <p className={styles.soft}>{secondFactorMessages.secret}</p>
      <code className={styles.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
    </div>
  )
}
