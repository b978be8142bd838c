import type { AnyRecord } from '#shared/engine/resource.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { users } from '#shared/areas/users/users.ts'
import { inviteFirstAdmin, readFirstAdmin } from '#shared/areas/stores/storeAdminCalls.ts'
import type { FirstAdmin } from '#shared/areas/stores/storeAdminCalls.ts'
import { accountStatuses } from '#shared/areas/users/accountStates.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { SectionForm } from '#client/integrations/SectionForm.tsx'
import { loadDefaults } from '#client/areas/stores/loadDefaults.ts'
import { Link } from '#client/ui/Link.tsx'
import { Section } from '#client/ui/Section.tsx'
import { Status } from '#client/ui/Status.tsx'
import { StoreForm } from '../StoreForm.tsx'
import { defineTab, useMayChange } from './storeTab.tsx'
import type { StoreField, TabProps } from './storeTab.tsx'
import { firstAdminWords as say } from './rareWords.ts'
import * as setup from '#client/integrations/integrations.css.ts'
import * as layout from '../Store.css.ts'

const accessFields: readonly StoreField[] = [
  'access',
  'allowedEmailDomains',
  'adminName',
  'adminEmail',
]

const inviteAdmin: Intent = async ({ api, form, key }) => {
  const id = Number(form.get('id'))
  await inviteFirstAdmin(api, id, key)
  const store = await readRecord(api, stores, id)
  return { notice: 'saved', of: recordLink(stores, store) }
}

type Data = { defaults: AnyRecord | null; admin: FirstAdmin | PageFailure }

/** Who may enter, and the first admin with their invitation. */
export const access = defineTab<Data>({
  fields: accessFields,
  async load(load) {
    const [defaults, admin] = await Promise.all([
      loadDefaults(load),
      orFailure(readFirstAdmin(load.api, load.id, load.signal), say.title),
    ])
    return { defaults, admin }
  },
  intents: { inviteAdmin },
  render: ({ data: { defaults, admin }, ...props }) => (
    <>
      <StoreForm {...props} defaults={defaults} tab="access" fields={accessFields} />
      {/* A platform that doesn't know accounts of admins has no section for them. */}
      {!isPageFailure(admin) && <Account {...props} admin={admin} />}
    </>
  ),
})

function Account({
  admin,
  store,
  refused,
  writeKey,
}: Pick<TabProps, 'store' | 'refused' | 'writeKey'> & { admin: FirstAdmin }) {
  const { write } = useMayChange(store)
  const canReadUsers = useMay()(users, 'read')
  const isNamed = Boolean(store['adminName'] && store['adminEmail'])
  const canInvite = isNamed && (admin === null || admin.status === 'planned')
  const known = Object.entries(accountStatuses).find(([name]) => name === admin?.status)?.[1]
  const status = admin === null || admin.status === 'planned' ? say.notSent : known
  return (
    <Section
      id="first-admin"
      title={say.title}
      aside={
        isNamed && (
          <Status tone={admin?.status === 'active' ? 'good' : 'warn'}>
            {status ?? admin?.status}
          </Status>
        )
      }
    >
      {canInvite ? (
        <SectionForm
          {...{ refused, writeKey }}
          record={store}
          may={write}
          intent="inviteAdmin"
          button={say.inviteNow}
        >
          {() => <p className={layout.soft}>{say.planned(String(store['adminEmail']))}</p>}
        </SectionForm>
      ) : (
        <p className={setup.inset}>
          {isNamed ? say.invited(String(store['adminEmail'])) : say.nobody}{' '}
          {admin && canReadUsers && (
            <Link to={`${users.path}?edit=${admin.id}`}>{say.openAccount}</Link>
          )}
        </p>
      )}
    </Section>
  )
}
