import { Select, type SelectProps } from './input.tsx'

export interface LoadedSelectProps extends SelectProps {
  /** What is said in place of options that couldn't be loaded; they are tried again when the select is opened. */
  failure: { text: string; retry: () => Promise<void> } | false
}

/** A select whose options are loaded. */
export const LoadedSelect = ({ failure, children, ...rest }: LoadedSelectProps) => (
  <Select {...rest} {...(failure && { onFocus: () => void failure.retry() })}>
    {children}
    {failure && <option disabled>{failure.text}</option>}
  </Select>
)
