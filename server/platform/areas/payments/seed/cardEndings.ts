/**
 * The last four digits of all cards in the demo data. The mock of Adyen stores these cards, so demo
 * payments can be retried.
 */
export const cardEndings =
  '1111 4242 0005 4444 1117 5556 8431 0010 3220 9424 1881 0129 7726 6331 2718 0341 9995 5100 8210 3155'.split(
    ' ',
  )
