import '#client/people.ts'
import { Form, useLoaderData } from 'react-router'
import { areasOf, routesOf } from '#shared/users/permissionCatalogue.ts'
import type { PermissionEntry } from '#shared/users/permissionCatalogue.ts'
import { accountStatuses } from '#shared/users/accountStates.ts'
import type { AccountStatus } from '#shared/users/accountStates.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { Table } from '#client/ui/Table.tsx'
import { TextInput } from '#client/ui/TextInput.tsx'
import { Held, NeededRight } from './NeededRight.tsx'
import type { PermissionsData, Why } from './loader.ts'
import { permissionWords as say } from './words.ts'
import * as styles from './Permissions.css.ts'

export { loader } from './loader.ts'

/** Permissions: the catalogue, what each guards, who holds it, and why somebody may not (screens.md, Permissions). */
export function Component() {
  const { entries, shown, needed, search, emails, asked, why } = useLoaderData<PermissionsData>()
  const list = entries.filter(({ key }) => shown.includes(key))
  return (
    <>
      <PageHeader />
      <div className={styles.page}>
        <Form method="get" action="/permissions" role="search" className={styles.form}>
          <div>
            <TextInput
              key={search}
              id="search"
              name="search"
              label={say.search}
              placeholder={say.searchHint}
              defaultValue={search}
            />
          </div>
          <Button type="submit" color="white">
            {say.searchButton}
          </Button>
        </Form>
        {emails.length > 0 && <WhyForm {...{ emails, asked, why, entries }} />}
        {needed.map((one) => (
          <NeededRight key={one.right} needed={one} entries={entries} search={search} />
        ))}
        {list.length === 0 && needed.length === 0 && (
          <StateMessage
            title={say.none}
            actions={
              <ButtonLink color="white" to="/permissions">
                {say.clear}
              </ButtonLink>
            }
          />
        )}
        {list.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </div>
    </>
  )
}

function Entry({ entry: { key, allows, calls, groups, users } }: { entry: PermissionEntry }) {
  const routes = routesOf(key)
  return (
    <section className={styles.card} aria-labelledby={`key-${key}`}>
      <h2 id={`key-${key}`} className={styles.heading}>
        <span className={styles.key}>{key}</span> <span className={styles.soft}>{allows}</span>
      </h2>
      <dl className={styles.facts}>
        <dt>{say.area}</dt>
        <dd>{areasOf(key).join(', ')}</dd>
        <dt>{say.routes}</dt>
        <dd>
          {routes.length === 0
            ? say.noRoutes
            : routes.map(({ path, title, right }, at) => (
                <span key={path}>
                  {at > 0 && ', '}
                  {path.includes(':') ? path : <Link to={path}>{path}</Link>} ({title}
                  {right.endsWith(':read') ? '' : `, ${right}`})
                </span>
              ))}
        </dd>
        <Held groups={groups} users={users} />
      </dl>
      {calls.length > 0 && (
        <details className={styles.calls}>
          <summary>{say.calls(calls.length)}</summary>
          <Table
            caption={say.callsOf(key)}
            rows={calls}
            keyOf={({ method, path }) => `${method} ${path}`}
            columns={[
              { label: say.call, render: ({ method, path }) => `${method} ${path}` },
              { label: say.does, render: ({ summary }) => summary },
              { label: say.right, render: ({ right }) => right },
            ]}
          />
        </details>
      )}
    </section>
  )
}

type WhyProps = Pick<PermissionsData, 'emails' | 'asked' | 'why' | 'entries'>

function WhyForm({ emails, asked, why, entries }: WhyProps) {
  const known = entries.flatMap(({ key, calls }) => [
    ...routesOf(key).map(({ path }) => path),
    ...calls.map(({ method, path }) => `${method} ${path}`),
  ])
  return (
    <section className={styles.card} aria-labelledby="why">
      <h2 id="why" className={styles.heading}>
        {say.why}
      </h2>
      <Form method="get" action="/permissions" className={styles.form}>
        <div>
          <TextInput
            id="who"
            name="who"
            label={say.who}
            list="emails"
            required
            defaultValue={asked?.who}
            error={asked?.who === '' ? say.whoMissing : undefined}
          />
        </div>
        <div>
          <TextInput
            id="what"
            name="what"
            label={say.what}
            list="known"
            required
            defaultValue={asked?.what}
            error={asked?.what === '' ? say.whatMissing : undefined}
          />
        </div>
        <Button type="submit">{say.ask}</Button>
        <datalist id="emails">
          {emails.map((email) => (
            <option key={email}>{email}</option>
          ))}
        </datalist>
        <datalist id="known">
          {[...new Set(known)].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
      </Form>
      {asked && why && (
        <div role="status" className={styles.answer}>
          {sentences(asked, why).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </section>
  )
}

const groupsWith = (right: string, groups: readonly string[]) =>
  groups.length > 0 ? say.groupsWith(right, groups.join(', ')) : say.noGroup(right)

function sentences(asked: { who: string; what: string }, why: Why): string[] {
  const { user, held, answers } = why
  if (!user || !held) return [say.unknownUser(asked.who)]
  const name = String(user['name'] ?? asked.who)
  if (user['kind'] === 'store_admin') return [say.storeAdmin(name)]
  const status = user['status'] as AccountStatus // The platform knows no other.
  if (status !== 'active') return [say.notActive(name, accountStatuses[status].toLowerCase())]
  if (answers.length === 0) return [say.unknownWhat(asked.what)]
  const { all, names } = held.stores
  return [
    ...answers.flatMap(({ right, has, from, groups, granting }) =>
      has
        ? [say.may(name, right, from.join(', '))]
        : [
            say.mayNot(name, right),
            ...(groups ? [groupsWith(right, groups)] : []),
            granting.length > 0 ? say.grant(granting.join(', ')) : say.noGrant,
          ],
    ),
    ...(all ? [] : [names.length > 0 ? say.stores(names.join(', ')) : say.noStores]),
  ]
}
