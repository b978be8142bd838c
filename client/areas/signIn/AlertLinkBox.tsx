import { data, Form, redirect, useActionData, useLocation, useNavigation } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { checkAlertLink, linkActions, respondByLink } from '#shared/areas/alerts/alertLinkCalls.ts'
import type { PersonalAlert } from '#shared/areas/alerts/alertLinkCalls.ts'
import { ApiError } from '#shared/engine/api.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { Button } from '#client/ui/Button.tsx'
import { alertLinkMessages } from './messages.ts'
import * as styles from './SignIn.css.ts'

type Rejection = { alertLinkFailure: string }

/** Loads the alert of a link that works without sign-in. Null for any other link. */
export async function loadAlertLink(
  { context }: LoaderFunctionArgs,
  token: string,
): Promise<PersonalAlert | null> {
  try {
    return await checkAlertLink(context.get(apiContext), token)
  } catch (error) {
    // After sign-in, the alert's page says why the link doesn't work.
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Acknowledges or snoozes the alert, and returns to the same page. */
export async function respondToAlert(
  { request, context }: LoaderFunctionArgs,
  token: string,
  form: FormData,
) {
  const action = linkActions.find((one) => one === form.get('respond'))
  const { search } = new URL(request.url)
  if (!action) return redirect(`/${search}`)
  try {
    await respondByLink(context.get(apiContext), { token, action })
    // The box then says what was done.
    return redirect(`/${search}`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, problem } = error
    const failure = (status < 500 && problem.detail) || signInMessages.unreachable
    return data<Rejection>({ alertLinkFailure: failure }, { status })
  }
}

/** Lets the operator who got an email about an alert respond to it without signing in. */
export function AlertLinkBox({ alert }: { alert: PersonalAlert }) {
  const { search } = useLocation()
  const sent = useNavigation().formData?.get('respond')
  const failure = useActionData<Partial<Rejection>>()?.alertLinkFailure
  const { title, detail, email, isOpen, isYours, snoozedUntil } = alert
  return (
    <section className={styles.card} aria-labelledby="alert-link">
      <div>
        <p className={styles.soft}>{alertLinkMessages.alert}</p>
        <h2 id="alert-link">{title}</h2>
      </div>
      {detail !== null && <p>{detail}</p>}
      {failure && (
        <p role="alert" className={styles.refusal}>
          {failure}
        </p>
      )}
      {isYours && <p>{alertLinkMessages.acknowledged}</p>}
      {snoozedUntil !== null && <p>{alertLinkMessages.snoozed}</p>}
      <Form method="post" action={`/${search}`} className={styles.form}>
        {!isYours && (
          <Button type="submit" name="respond" value="acknowledge" loading={sent === 'acknowledge'}>
            {alertLinkMessages.acknowledge}
          </Button>
        )}
        {isOpen && (
          <Button
            type="submit"
            name="respond"
            value="snooze"
            color="white"
            loading={sent === 'snooze'}
          >
            {alertLinkMessages.snooze}
          </Button>
        )}
      </Form>
      <p className={styles.soft}>{alertLinkMessages.explanation(email)}</p>
    </section>
  )
}
