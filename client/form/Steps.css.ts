import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const steps = style({ display: 'grid', listStyle: 'none' })
/** A line connects the steps. */
export const step = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `0 ${theme.space.x3}`,
  padding: `0 0 ${theme.space.x4} ${theme.space.x4}`,
  borderInlineStart: `1px solid ${theme.color.line}`,
  marginInlineStart: '4px',
  selectors: {
    '&:last-child': { borderColor: 'transparent', paddingBottom: 0 },
    '&::before': {
      content: '',
      position: 'absolute',
      insetInlineStart: '-5px',
      top: '6px',
      width: '9px',
      height: '9px',
      borderRadius: '50%',
      background: theme.color.textSoft,
    },
    '&:is([data-kind="failed"], [data-kind="retryRefused"], [data-kind="refundFailed"], [data-kind="emailFailed"])::before':
      { background: theme.color.error },
    '&:is([data-kind="paid"], [data-kind="link.claimed"])::before': {
      background: theme.color.success,
    },
  },
})
export const heading = style({ fontWeight: 500 })
export const soft = style({
  color: theme.color.textSoft,
  fontWeight: 400,
  fontVariantNumeric: 'tabular-nums',
})
export const detail = style({
  gridColumn: '1 / -1',
  color: theme.color.textSoft,
  fontSize: '13px',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: theme.space.x3,
  overflowWrap: 'anywhere',
})
