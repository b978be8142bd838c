import { definePanels } from '#client/frame/index.ts'
import { orderRefundPanel } from './OrderRefundPanel.tsx'
import { refundPanel } from './RefundPanel.tsx'

/** The panels of refunds: one beside orders, one beside the list of refunds. */
export const refundPanels = definePanels({ refundOrder: orderRefundPanel, refund: refundPanel })
