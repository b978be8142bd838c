import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'
import { filterMessages } from './messages.ts'

export const columns = style({ display: 'grid' })
export const column = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: '36px',
  borderBottom: `1px solid ${theme.color.sunken}`,
  color: theme.color.text,
  textDecoration: 'none',
  selectors: { '&:hover': { color: theme.color.accent } },
})
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(96px, 1fr))',
  gap: theme.space.x2,
})
export const choices = style({
  display: 'grid',
  gap: '2px',
  minWidth: 0,
  maxHeight: '320px',
  margin: 0,
  padding: theme.space.x2,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.medium,
  overflowY: 'auto',
})
export const choice = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '28px',
  overflowWrap: 'anywhere',
})
export const find = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.space.x2,
})
/** What a lookup found, above its form. */
export const found = style({ display: 'grid', justifyItems: 'start', gap: theme.space.x2 })
export const inputs = style({ display: 'grid', gap: theme.space.x3 })

/**
 * Shows only the inputs of the selected comparison. CSS does that, so that the form also works
 * without script.
 */
export const form = style({})
for (const comparison of Object.keys(filterMessages.comparisons))
  globalStyle(
    `${form}:has(select[data-comparison] option[value="${comparison}"]:checked) [data-for]:not([data-for~="${comparison}"])`,
    { display: 'none' },
  )
