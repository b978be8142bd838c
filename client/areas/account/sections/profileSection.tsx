import { useSelector } from '@xstate/react'
import { messages } from '#shared/messages.ts'
import { zoneParam } from '#shared/engine/timeZone.ts'
import { Section } from '#client/frame/index.ts'
import { useActors, useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Link } from '#client/ui/Link.tsx'
import { accountPath } from '#shared/areas/account/accountUrl.ts'
import { defineAccountSection } from '../accountSection.ts'
import { ownAccountMessages } from '../messages.ts'
import * as styles from '../account.css.ts'

const { profile } = ownAccountMessages

/** Shows who is signed in, and in which time zone the console shows times. */
function ProfileSection() {
  const { session } = useActors()
  const user = useSelector(session, ({ context }) => context.user)
  const zone = useTimeZone()
  return (
    <Section id="profile" title={profile.title} narrow>
      <dl className={styles.facts}>
        {user?.name && (
          <>
            <dt>{profile.name}</dt>
            <dd>{user.name}</dd>
          </>
        )}
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

export const profileSection = defineAccountSection({
  title: profile.title,
  what: messages.shell.account,
  render: () => <ProfileSection />,
})
