import '#client/frame/everywhere.ts'
import { lazy, Suspense, useRef, useState } from 'react'
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
import { isAuthenticated, isBusy } from '#machines/session.ts'
import type { SignInFailure } from '#machines/session.ts'
import { googleFailureText, signInSearch } from '#shared/areas/signIn/googleSignIn.ts'
import { home, safePath } from '#shared/navigation/guard.ts'
import { messages } from '#shared/messages.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import type { RuleFunction } from '#client/ui/inputs/rules.ts'
import { fieldErrorsOf, signInFields } from '#shared/areas/signIn/signIn.ts'
import { textError } from '#shared/engine/fields/textRules.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { useActors, useFacts } from '#client/runtime/ConsoleContext.tsx'
import { actorsContext } from '#client/runtime/contexts.ts'
import { Button } from '#client/ui/Button.tsx'
import { useFocusOnRefusal } from '#client/ui/inputs/focusFirstInvalid.ts'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { useCommittedChange } from '#client/ui/inputs/useCommittedChange.ts'
import { useFocusKept } from '#client/ui/focus/useFocusKept.ts'
import type { Invited } from './AcceptInvitation.tsx'
import { GoogleForm } from './GoogleForm.tsx'
import * as styles from './SignIn.css.ts'

type Refusal = { email: string; errors?: FieldErrors; failure?: SignInFailure }

const statusOf: Record<string, number> = {
  refused: 401,
  throttled: 429,
  unreachable: 502,
  timeout: 504,
  busy: 503,
}

type Invitations = typeof import('./AcceptInvitation.tsx')
let invitations: Invitations | undefined

/** What a link that sets a password leads to is seldom asked for, and loaded then. */
const loadInvitations = async (): Promise<Invitations> =>
  (invitations ??= await import('./AcceptInvitation.tsx'))

/** Whom an invitation is for, where the address holds one. */
export async function loader(args: LoaderFunctionArgs): Promise<Invited | null> {
  const token = invitationIn(args.request.url)
  return token === null ? null : (await loadInvitations()).loadInvitation(args, token)
}

const invitationIn = (url: string) => new URL(url).searchParams.get('invitation')

/** Signs in through the session machine, on whichever side the form was submitted; or takes an invitation. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const token = invitationIn(request.url)
  if (token !== null) return (await loadInvitations()).accept(args, token)
  const form = await request.formData()
  const credentials = {
    email: String(form.get('email') ?? '').trim(),
    password: String(form.get('password') ?? ''),
  }
  const { email } = credentials
  const errors = fieldErrorsOf(credentials)
  if (Object.keys(errors).length > 0) return data<Refusal>({ email, errors }, { status: 422 })

  const { session } = context.get(actorsContext)
  session.send({ type: 'login.submit', credentials })
  const settled = await waitFor(session, (snapshot) => !isBusy(snapshot))
  if (isAuthenticated(settled)) {
    const next = safePath(new URL(request.url).searchParams.get('next'))
    return redirect(next ?? home)
  }
  const failure = settled.context.failure ?? { code: 'internal' }
  const headers = failure.retryAfter ? { 'retry-after': String(failure.retryAfter) } : {}
  return data<Refusal>({ email, failure }, { status: statusOf[failure.code] ?? 500, headers })
}

/** One neutral sentence for wrong credentials and for accounts that may not sign in. */
function sentence({ code, retryAfter }: SignInFailure): string {
  const { failures } = messages
  if (code === 'refused' || code === 'signed_out') return signInMessages.refused
  if (code === 'throttled') return signInMessages.throttled(retryAfter ?? 1)
  if (code === 'network') return failures.network
  return signInMessages.unreachable
}

type Name = keyof typeof signInFields

const rulesOf =
  (name: Name): RuleFunction =>
  (value) =>
    textError(signInFields[name], name === 'email' ? value.trim() : value) ?? true

/** The page that the server rendered is there before this module: React waits for it where it stands. */
const LateInvitation = lazy(async () => ({
  default: (await loadInvitations()).AcceptInvitation,
}))

export function Component() {
  const invited = useLoaderData<Invited | null>()
  if (!invited) return <SignInForm />
  const Accept = invitations?.AcceptInvitation ?? LateInvitation
  return (
    <Suspense>
      <Accept invited={invited} />
    </Suspense>
  )
}

function SignInForm() {
  const { session } = useActors()
  const { google } = useFacts()
  const busy = useSelector(session, isBusy)
  const navigation = useNavigation()
  const refusal = useActionData<Refusal>()
  const { search } = useLocation()
  const [shown, setShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(form, refusal?.errors)
  const sending = busy || navigation.state === 'submitting'
  const keepFocus = useFocusKept(form, String(sending))
  // What was refused counts until its field is changed.
  const [changed, setChanged] = useState<{ since?: Refusal; names: string[] }>({ names: [] })
  useCommittedChange(form, ({ name }) => {
    if (refusal)
      setChanged({
        since: refusal,
        names: changed.since === refusal ? [...changed.names, name] : [name],
      })
  })
  const errorOf = (name: Name) =>
    changed.since === refusal && changed.names.includes(name) ? undefined : refusal?.errors?.[name]
  const params = new URLSearchParams(search)
  const whereTo = signInSearch(params.get('next'))
  // What Google led back with counts until a password is tried.
  const failure = refusal?.failure ? sentence(refusal.failure) : googleFailureText(params)
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <div>
          <p className={styles.soft}>{messages.product}</p>
          <h1 className={styles.title}>{signInMessages.title}</h1>
        </div>
        {whereTo && <p className={styles.soft}>{signInMessages.goOn}</p>}
        {failure && (
          <p role="alert" className={styles.refusal}>
            {failure}
          </p>
        )}
        <Form
          ref={form}
          method="post"
          action={`/${whereTo}`}
          className={styles.form}
          noValidate
          {...keepFocus}
        >
          <TextInput
            id="email"
            name="email"
            type="email"
            autoComplete="username"
            label={signInFields.email.label}
            defaultValue={refusal?.email}
            error={errorOf('email')}
            rules={rulesOf('email')}
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
              error={errorOf('password')}
              rules={rulesOf('password')}
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
        {google && <GoogleForm whereTo={whereTo} />}
      </div>
    </div>
  )
}
