import CreditCard from 'lucide-react/icons/credit-card'
import Gift from 'lucide-react/icons/gift'
import KeyRound from 'lucide-react/icons/key-round'
import Mail from 'lucide-react/icons/mail'
import Printer from 'lucide-react/icons/printer'
import { integrations, integrationStates } from '#shared/storeStates.ts'
import type { IntegrationKind, IntegrationState } from '#shared/storeStates.ts'
import type { AnyRecord } from '#shared/resource.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'
import * as styles from './cells.css.ts'

const pictures = {
  mail: Mail,
  signOn: KeyRound,
  payment: CreditCard,
  gift: Gift,
  print: Printer,
} as const satisfies Record<IntegrationKind, unknown>

const looks: Record<IntegrationState, keyof typeof styles.state> = {
  not_configured: 'off',
  draft: 'off',
  verified: 'good',
  active: 'good',
  degraded: 'warn',
  disabled: 'off',
}

const kinds = Object.keys(integrations) as IntegrationKind[] // The keys of the table are its kinds.

/** What a store is joined to: a picture each, and the word of each that is in trouble. */
export function IntegrationStates({ store }: { store: AnyRecord }) {
  return (
    <span className={styles.integrations}>
      {kinds.map((kind) => {
        const { label, field } = integrations[kind]
        const state = store[field] as IntegrationState | undefined // Checked by nothing: an unknown one is "not there".
        if (!state) return null
        const Picture = pictures[kind]
        const words = `${label}: ${integrationStates[state] ?? state}`
        return (
          <span key={kind} className={styles.state[looks[state] ?? 'off']} title={words}>
            <Picture size={15} aria-hidden="true" />
            {state === 'degraded' ? label : <span className={visuallyHidden}>{words}</span>}
          </span>
        )
      })}
    </span>
  )
}
