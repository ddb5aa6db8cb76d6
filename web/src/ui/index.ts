/** The controls that every page may use. */
import "./tokens.css";
import "./base.css";

export { Avatar, type AvatarProps } from "./Avatar";
export { Button, type ButtonProps, IconButton, type IconButtonProps } from "./Button";
export { CopyField, type CopyFieldProps } from "./CopyField";
export { Dialog, type DialogProps } from "./Dialog";
export { Disclosure, DisclosureButton, type DisclosureProps } from "./Disclosure";
export { FormField, type FormFieldProps } from "./FormField";
export { Icon, type IconName, StoneSign } from "./Icon";
export { LiveRegion, Toasts, toast } from "./LiveRegion";
export { Menu, type MenuItem, type MenuProps, Sheet, type SheetProps } from "./Menu";
export { NumberField, type NumberFieldProps } from "./NumberField";
export { useOnline } from "./Offline";
export { refusalWords } from "./refusal";
export { Segmented, type SegmentedProps } from "./Segmented";
export { Select, type SelectProps } from "./Select";
export { SettingsPanel } from "./SettingsPanel";
export { Slider, type SliderProps } from "./Slider";
export { Switch, type SwitchProps } from "./Switch";
export { TextArea, type TextAreaProps } from "./TextArea";
export { TextField, type TextFieldProps } from "./TextField";
export { useTabs } from "./tabs";
export { useBoardTheme, usePageTheme } from "./theme";
export { UnencryptedNotice } from "./Unencrypted";
