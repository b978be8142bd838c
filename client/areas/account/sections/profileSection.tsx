import { useEffect } from 'react'
import { useSelector } from '@xstate/react'
import { loadOwnProfile, updateOwnProfile } from '#shared/areas/account/accountCalls.ts'
import { accountPath } from '#shared/areas/account/accountUrl.ts'
import { ownProfile } from '#shared/areas/account/ownProfile.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { zoneParam } from '#shared/engine/timeZone.ts'
import { messages } from '#shared/messages.ts'
import { Section } from '#client/frame/index.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { parseRecordVersion, readChanges } from '#client/form/saveChanges.ts'
import { useActors, useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Link } from '#client/ui/Link.tsx'
import { defineAccountSection } from '../accountSection.ts'
import type { SectionProps } from '../accountSection.ts'
import { ownAccountMessages } from '../messages.ts'
import * as styles from '../account.css.ts'

const { name, title, fields } = ownProfile
const { profile } = ownAccountMessages

const profileIntents = {
  async edit({ api, form, key }) {
    const { changes } = await readChanges(api, fields, form)
    const section = { resource: name, id: 0, name: title.one, to: '' }
    if (Object.keys(changes).length === 0) return { notice: 'unchanged', of: section }
    const { version } = parseRecordVersion(form)
    await updateOwnProfile(api, { version, changes }, key)
    return { notice: 'saved', of: section }
  },
} satisfies Intents<object>

/** The name of the signed-in operator, and what else the account is. */
function ProfileSection({ data: record, refused, writeKey }: SectionProps<AnyRecord>) {
  useNameInSession(record)
  return (
    <>
      <Section id="profile" title={profile.title} narrow>
        <RecordForm
          key={record.version}
          fields={fields}
          record={record}
          refused={refused}
          writeKey={writeKey}
          draftName={name}
        />
      </Section>
      <AccountFacts />
    </>
  )
}

/** Shows a saved name in the top bar, which has the session's. */
function useNameInSession({ firstName, lastName }: AnyRecord) {
  const { session } = useActors()
  useEffect(() => {
    const { user, permissions } = session.getSnapshot().context
    const savedName = `${String(firstName)} ${String(lastName)}`
    if (user && user.name !== savedName)
      session.send({ type: 'user.loaded', user: { ...user, name: savedName }, permissions })
  }, [session, firstName, lastName])
}

function AccountFacts() {
  const { session } = useActors()
  const user = useSelector(session, ({ context }) => context.user)
  const zone = useTimeZone()
  return (
    <Section id="account" title={profile.facts} narrow>
      <dl className={styles.facts}>
        {user?.email && (
          <>
            <dt>{profile.email}</dt>
            <dd>{user.email}</dd>
          </>
        )}
        <dt>{profile.timeZone}</dt>
        <dd>
          {zone}{' '}
          {user?.timeZone !== undefined && (
            <Link to={`${accountPath}?${zoneParam}`} preventScrollReset>
              {profile.changeTimeZone}
            </Link>
          )}
        </dd>
        {user?.groups && (
          <>
            <dt>{profile.groups}</dt>
            <dd>{user.groups.join(', ') || messages.shell.noGroups}</dd>
          </>
        )}
      </dl>
    </Section>
  )
}

export const profileSection = defineAccountSection<AnyRecord>({
  title: profile.title,
  what: messages.shell.account,
  resource: ownProfile,
  load: ({ api, signal }) => loadOwnProfile(api, signal),
  intents: profileIntents,
  render: (props) => <ProfileSection {...props} />,
})
