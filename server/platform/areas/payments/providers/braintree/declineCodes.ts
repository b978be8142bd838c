import { mapDeclineCodes } from '../declineCodes.ts'

/**
 * Braintree's legacyCode
 * (developer.paypal.com/braintree/docs/reference/general/processor-responses/authorization-responses).
 */
export const braintreeDeclineCodes = mapDeclineCodes({
  insufficientFunds: '2001',
  limitExceeded: '2002 2003 2086 2097 2098',
  unusableCard: '2004 2005 2006 2007 2008 2009 2010 2022 2051 2059 2060 2074 2075 2093 2107 2108',
  authenticationRequired: '2099 2101 2102 2103',
  declinedByBank: '2000 2011 2038 2041 2043 2044 2046 2057 2104',
  neverRetry: '2012 2013 2014 2015 2020 2021 2047 2053 2077',
  consentWithdrawn: '2017 2018 2070',
  temporaryError: '3000',
  providerError: '2031 2034',
  operatorError: '2016 2069',
  setupError:
    '2023 2024 2025 2026 2027 2028 2029 2030 2040 2042 2045 2055 2058 2063 2064 2066 2068 2071 2072 2079 2087 2088 2089 2091 2100',
})
