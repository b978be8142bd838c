import CreditCard from 'lucide-react/icons/credit-card'
import Gift from 'lucide-react/icons/gift'
import KeyRound from 'lucide-react/icons/key-round'
import Mail from 'lucide-react/icons/mail'
import Printer from 'lucide-react/icons/printer'
import { integrations, integrationStates } from '#shared/stores/storeStates.ts'
import type { IntegrationKind, IntegrationState } from '#shared/stores/storeStates.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
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
const size = 15

/** The pictures that every row uses, once on the page: drawn in each row they were a quarter of its HTML. */
export function IntegrationPictures() {
  return (
    <svg width="0" height="0" className={styles.pictures} aria-hidden="true">
      {kinds.map((kind) => {
        const Picture = pictures[kind]
        return (
          <symbol key={kind} id={`integration-${kind}`} viewBox={`0 0 ${size} ${size}`}>
            <Picture size={size} />
          </symbol>
        )
      })}
    </svg>
  )
}

/** What a store is joined to: a picture each, and the word of each that is in trouble. Needs `IntegrationPictures` on the page. */
export function IntegrationStates({ store }: { store: AnyRecord }) {
  return (
    <span className={styles.integrations}>
      {kinds.map((kind) => {
        const { label, field } = integrations[kind]
        const state = store[field] as IntegrationState | undefined // Checked by nothing: an unknown one is "not there".
        if (!state) return null
        const words = `${label}: ${integrationStates[state] ?? state}`
        return (
          <span key={kind} className={styles.state[looks[state] ?? 'off']}>
            <svg width={size} height={size} role="img">
              <title>{words}</title>
              <use href={`#integration-${kind}`} />
            </svg>
            {state === 'degraded' && <span aria-hidden="true">{label}</span>}
          </span>
        )
      })}
    </span>
  )
}
