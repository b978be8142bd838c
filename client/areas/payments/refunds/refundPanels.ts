import { definePanels } from '#client/frame/index.ts'
import { orderRefundPanel } from './OrderRefundPanel.tsx'
import { refundPanel } from './RefundPanel.tsx'

/** The panels of refunds: one beside orders, one beside the list of refunds. They load when opened. */
export const panels = definePanels({ refundOrder: orderRefundPanel, refund: refundPanel })
