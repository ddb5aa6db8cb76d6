/** A password to be chosen: says how long a good one is, and asks for no kinds of characters. */
import { FormField, type FormFieldProps } from "../ui/FormField";
import { useWords } from "../words/useWords";
import { ADVISED_PASSWORD } from "./limits";

export function NewPassword(props: Pick<FormFieldProps, "label" | "value" | "onChange" | "error">) {
  const { label, value, onChange, error } = props;
  const { t } = useWords();
  const length = Array.from(value).length;
  return (
    <FormField
      type="password"
      label={label}
      value={value}
      required
      autoComplete="new-password"
      help={t(length >= ADVISED_PASSWORD ? "people.password.good" : "people.password.help", {
        count: ADVISED_PASSWORD,
      })}
      error={error}
      onChange={onChange}
    />
  );
}
