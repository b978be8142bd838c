import { Form, useLocation } from 'react-router'
import { endOwnSessions, listOwnSessions } from '#shared/areas/account/accountCalls.ts'
import type { OwnSession } from '#shared/areas/account/accountCalls.ts'
import { formatDevice } from '#shared/format/formatDevice.ts'
import { formatNetwork } from '#shared/format/formatNetwork.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import { Button, Section, Table } from '#client/frame/index.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { defineAccountSection } from '../accountSection.ts'
import type { SectionProps } from '../accountSection.ts'
import { ownAccountMessages } from '../messages.ts'
import * as styles from '../account.css.ts'

const { sessions: texts } = ownAccountMessages

const sessionIntents = {
  async end({ api, form, key }) {
    const session = form.get('session')
    await endOwnSessions(api, session === null ? null : Number(session), key)
    return { notice: session === null ? 'other-sessions-ended' : 'session-ended' }
  },
} satisfies Intents<object>

const getDevice = ({ agent }: OwnSession) => formatDevice(agent) ?? texts.unknownDevice
const getNetwork = ({ ip }: OwnSession) => formatNetwork(ip) ?? texts.unknownNetwork

/** Lists where the operator is signed in, and ends sessions. */
function SessionsSection({ data: sessions, refused, writeKey }: SectionProps<OwnSession[]>) {
  const hasOthers = sessions.some(({ current }) => !current)
  return (
    <Section id="sessions" title={texts.title}>
      <div className={styles.inset}>
        <p className={styles.text}>{hasOthers ? texts.about : texts.noOthers}</p>
        {refused?.failure && <FailureText failure={refused.failure} />}
        <Table
          caption={texts.list}
          rows={sessions}
          keyOf={({ id }) => id}
          columns={[
            {
              label: texts.device,
              render: (session) => (
                <>
                  {getDevice(session)}
                  <span className={styles.about}>{getNetwork(session)}</span>
                  <span className={styles.about}>
                    {texts.lastSeen} <Instant at={session.lastSeen} />
                  </span>
                  <span className={styles.about}>
                    {texts.signedIn} <Instant at={session.createdAt} />
                  </span>
                </>
              ),
            },
            {
              label: texts.end,
              render: (session) =>
                session.current ? (
                  texts.current
                ) : (
                  <EndSessionForm
                    session={session.id}
                    writeKey={`${writeKey}-${session.id}`}
                    label={texts.endOf(getDevice(session), getNetwork(session))}
                    text={texts.end}
                  />
                ),
            },
          ]}
        />
        {hasOthers && <EndSessionForm writeKey={`${writeKey}-others`} text={texts.endOthers} />}
      </div>
    </Section>
  )
}

type EndSessionFormProps = { session?: number; writeKey: string; label?: string; text: string }

function EndSessionForm({ session, writeKey, label, text }: EndSessionFormProps) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={pathname + removeFlash(search)} preventScrollReset>
      <input type="hidden" name="intent" value="end" />
      {session !== undefined && <input type="hidden" name="session" value={session} />}
      <input type="hidden" name="writeKey" value={writeKey} />
      <Button type="submit" size="small" color="white" aria-label={label}>
        {text}
      </Button>
    </Form>
  )
}

export const sessionsSection = defineAccountSection<OwnSession[]>({
  title: texts.title,
  what: texts.what,
  load: ({ api, signal }) => listOwnSessions(api, signal),
  intents: sessionIntents,
  render: (props) => <SessionsSection {...props} />,
})
