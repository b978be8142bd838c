import type { AnyRecord } from '#shared/engine/resource.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { users } from '#shared/areas/users/users.ts'
import { inviteFirstAdmin, loadFirstAdmin } from '#shared/areas/stores/storeAdminCalls.ts'
import type { FirstAdmin } from '#shared/areas/stores/storeAdminCalls.ts'
import { accountStatuses } from '#shared/areas/users/accountStates.ts'
import { Section, SectionForm, Status } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { loadStoreDefaults } from '#client/areas/stores/loadStoreDefaults.ts'
import { Link } from '#client/ui/Link.tsx'
import { StoreTabForm } from '../StoreTabForm.tsx'
import { defineTab, useCanChange } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import { firstAdminMessages } from './lazyTabMessages.ts'
import * as setup from '#client/integrations/integrations.css.ts'
import * as layout from '../Store.css.ts'

const inviteAdmin: Intent = async ({ api, form, key }) => {
  const id = Number(form.get('id'))
  await inviteFirstAdmin(api, id, key)
  const store = await loadRecord(api, stores, id)
  return { notice: 'saved', of: toRecordLink(stores, store) }
}

type AccessTabData = { defaults: AnyRecord | null; admin: FirstAdmin | PageFailure }

/** Access settings, and the first admin with their invitation. */
export const accessTab = defineTab<AccessTabData>({
  async load(load) {
    const [defaults, admin] = await Promise.all([
      loadStoreDefaults(load),
      resolveOrFailure(loadFirstAdmin(load.api, load.id, load.signal), firstAdminMessages.title),
    ])
    return { defaults, admin }
  },
  intents: { inviteAdmin },
  render: ({ data: { defaults, admin }, ...props }) => (
    <>
      <StoreTabForm {...props} defaults={defaults} tab="access" />
      {/* A platform without admin accounts has no section for them. */}
      {!isPageFailure(admin) && <FirstAdminSection {...props} admin={admin} />}
    </>
  ),
})

function FirstAdminSection({
  admin,
  store,
  refused,
  writeKey,
}: Pick<TabProps, 'store' | 'refused' | 'writeKey'> & { admin: FirstAdmin }) {
  const { write } = useCanChange(store)
  const canReadUsers = useCan()(users, 'read')
  const isActive = store['status'] === 'active'
  const isNamed = Boolean(store['adminName'] && store['adminEmail'])
  const canInvite = isNamed && (admin === null || admin.status === 'planned')
  const statusLabel = Object.entries(accountStatuses).find(([name]) => name === admin?.status)?.[1]
  const status =
    admin === null || admin.status === 'planned' ? firstAdminMessages.notSent : statusLabel
  return (
    <Section
      id="first-admin"
      title={firstAdminMessages.title}
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
          canSubmit={write}
          intent="inviteAdmin"
          button={firstAdminMessages.inviteNow}
        >
          {() => (
            <p className={layout.soft}>
              {firstAdminMessages[isActive ? 'plannedSoon' : 'planned'](
                String(store['adminEmail']),
              )}
            </p>
          )}
        </SectionForm>
      ) : (
        <p className={setup.inset}>
          {isNamed
            ? firstAdminMessages.invited(String(store['adminEmail']))
            : firstAdminMessages[isActive ? 'noAdminOfActiveStore' : 'noAdmin']}{' '}
          {admin && canReadUsers && (
            <Link to={`${users.path}?edit=${admin.id}`}>{firstAdminMessages.openAccount}</Link>
          )}
        </p>
      )}
    </Section>
  )
}
